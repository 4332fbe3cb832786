import { mdiPause, mdiPlay } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import alarmPage from '../../locales/tr/alarm-page.json' with { type: 'json' }
import list from '../../locales/tr/list.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'
import { ListHeading } from '../../shared/list/ListHeading.tsx'
import { LoadingRows } from '../../shared/list/ListView.tsx'
import { LiveBadge } from '../../shared/live/LiveBadge.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { type AlarmSearch, readAlarmSearch } from './alarm-search.ts'
import { AlarmFilters } from './AlarmFilters.tsx'
import { AlarmQueue } from './AlarmQueue.tsx'
import { AlarmTabs } from './AlarmTabs.tsx'

addWords({ alarmPage, list })

const AlarmFileButton = lazy(async () => ({ default: (await import('./AlarmFileButton.tsx')).AlarmFileButton }))
const AlarmStatistics = lazy(async () => ({
  default: (await import('./statistics/AlarmStatistics.tsx')).AlarmStatistics,
}))

/** The open alarms, the shelved ones, the history and the statistics. */
export function AlarmsPage() {
  const { t } = useTranslation()
  const { search, change } = useAlarmSearch()
  const [isPaused, setIsPaused] = useState(false)
  const { tab = 'open' } = search
  usePageTitle(t('alarms.title'))
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 }, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ListHeading
        title={t('alarms.title')}
        more={
          // Statistics over weeks need no pause.
          tab !== 'statistics' && (
            <Button
              aria-pressed={isPaused}
              startIcon={<Icon path={isPaused ? mdiPlay : mdiPause} />}
              onClick={() => setIsPaused(!isPaused)}
            >
              {isPaused ? t('common.live.resume') : t('common.live.pause')}
            </Button>
          )
        }
      >
        <LiveBadge newestAt={null} paused={isPaused} />
      </ListHeading>
      <Box sx={{ mt: -1.5 }}>
        <AlarmTabs tab={tab} search={search} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <AlarmFilters tab={tab} search={search} onChange={change} />
        {tab === 'history' && (
          <Suspense>
            <AlarmFileButton search={search} />
          </Suspense>
        )}
      </Box>
      {tab === 'statistics' ? (
        <Suspense fallback={<LoadingRows count={6} height={48} />}>
          <AlarmStatistics search={search} onSearch={change} />
        </Suspense>
      ) : (
        // Held rows and selected alarms belong to one list: another tab, filter or page starts without them.
        <AlarmQueue key={JSON.stringify(search)} tab={tab} search={search} isPaused={isPaused} onSearch={change} />
      )}
    </Box>
  )
}

/** What the alarm page shows, read from its address. */
function useAlarmSearch() {
  const search = readAlarmSearch(useSearch({ from: '/signed-in/alarms' }))
  const navigate = useNavigate({ from: '/alarms' })
  return {
    search,
    change(part: AlarmSearch): void {
      void navigate({
        search: (before) => readAlarmSearch({ ...before, page: undefined, ...part }),
        resetScroll: false,
      })
    },
  }
}
