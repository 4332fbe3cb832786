import { alarmsApi } from '@dalyan/contracts/alarms'
import { mdiPause, mdiPlay } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonGroup from '@mui/material/ButtonGroup'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import alarmPage from '../../locales/tr/alarm-page.json' with { type: 'json' }
import exporting from '../../locales/tr/export.json' with { type: 'json' }
import incidents from '../../locales/tr/incidents.json' with { type: 'json' }
import list from '../../locales/tr/list.json' with { type: 'json' }
import { callFile } from '../../shared/api/call.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { formatDateTime } from '../../shared/format/date-time.ts'
import { formatNumber } from '../../shared/format/number.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { ListHeading } from '../../shared/list/ListHeading.tsx'
import { LoadingRows } from '../../shared/list/ListView.tsx'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { type ListChange, useAddress } from '../../shared/list/use-list.ts'
import { LiveBadge } from '../../shared/live/LiveBadge.tsx'
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { LinkTabs } from '../../shared/ui/LinkTabs.tsx'
import { usePageTitle } from '../../shared/ui/page-state.ts'
import {
  ALARM_TABS,
  alarmFilters,
  type AlarmSearch,
  type AlarmTab,
  isNarrowed,
  readAlarmSearch,
} from './alarm-search.ts'
import { AlarmFilters } from './AlarmFilters.tsx'
import { AlarmQueue } from './AlarmQueue.tsx'
import { IncidentQueue } from './incidents/IncidentQueue.tsx'
import { incidentQueries } from './incidents/incidents.queries.ts'
import { alarmQueries } from './public/alarms.queries.ts'
import { countUnshelved } from './public/incident-facts.ts'

addWords({ alarmPage, export: exporting, incidents, list })

const ExportButton = lazy(async () => ({
  default: (await import('../../shared/export/ExportButton.tsx')).ExportButton,
}))
const PrintButton = lazy(async () => ({ default: (await import('../../shared/print/PrintButton.tsx')).PrintButton }))
const AlarmStatistics = lazy(async () => ({
  default: (await import('./statistics/AlarmStatistics.tsx')).AlarmStatistics,
}))

/** The open alarms, the shelved ones, the history and the statistics. */
export function AlarmsPage() {
  const { t } = useTranslation()
  const { state: search, go } = useAddress(readAlarmSearch)
  const [isPaused, setIsPaused] = useState(false)
  const { tab = 'open' } = search
  const isByIncident = tab === 'open' && search.view === undefined && !isNarrowed(search)
  const change = (part: ListChange) => go({ page: undefined, ...part })
  usePageTitle(t('alarms.title'))
  // On a phone they share a line with the list's head; the filters, which show the alarms one by one, are there.
  const hasViewsInList = useNarrow() && isByIncident
  return (
    <Box
      sx={{
        p: { xs: 1.5, sm: 3 },
        display: 'grid',
        gap: { xs: 0.75, sm: 1.5 },
        gridTemplateColumns: 'minmax(0, 1fr)',
      }}
    >
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
      {!hasViewsInList && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          {tab === 'open' && <ViewLinks isByIncident={isByIncident} />}
          <AlarmFilters tab={tab} search={search} onChange={change} />
          <Suspense>
            {tab === 'history' && (
              <>
                <ExportButton files={[historyFile(t('export.csv'), search)]} />
                <PrintButton facts={historyFacts(t, search)} />
              </>
            )}
          </Suspense>
        </Box>
      )}
      {tab === 'statistics' ? (
        <Suspense fallback={<LoadingRows count={6} height={48} />}>
          <AlarmStatistics search={search} onSearch={change} />
        </Suspense>
      ) : isByIncident ? (
        <IncidentQueue
          isPaused={isPaused}
          wanted={search.incident}
          views={hasViewsInList && <ViewLinks isByIncident />}
        />
      ) : (
        // Held rows and selected alarms belong to one list: another tab, filter or page starts without them.
        <AlarmQueue key={JSON.stringify(search)} tab={tab} search={search} isPaused={isPaused} onSearch={change} />
      )}
    </Box>
  )
}

/** `Geçmiş · 16.11.2026 09:05 – 23.11.2026 09:05`; all of the history has no window. */
function historyFacts(t: TFunction, search: AlarmSearch): string {
  const { from, to = new Date(serverNow()).toISOString() } = alarmFilters('history', search, serverNow())
  const window = from ? [`${formatDateTime(from)} – ${formatDateTime(to)}`] : []
  return [t('alarmPage.tabs.history'), ...window].join(' · ')
}

/** The filtered history as a CSV file of any length. */
const historyFile = (label: string, search: AlarmSearch) => ({
  label,
  name: 'alarms.csv',
  open: (signal: AbortSignal) =>
    callFile(alarmsApi.export, { query: { ...alarmFilters('history', search, serverNow()), locale: 'tr' } }, signal),
})

/** Links to the open incidents, and to their alarms one by one. */
function ViewLinks({ isByIncident }: { isByIncident: boolean }) {
  const { t } = useTranslation()
  const views = [
    { search: {}, isShown: isByIncident, label: t('incidents.view') },
    { search: { view: 'alarms' as const }, isShown: !isByIncident, label: t('incidents.viewAlarms') },
  ]
  return (
    <ButtonGroup aria-label={t('incidents.views')} sx={{ '& .MuiButton-root': { minHeight: { xs: 44, sm: 40 } } }}>
      {views.map(({ label, isShown, search }) => (
        <ButtonLink
          key={label}
          to="/alarms"
          search={search}
          variant={isShown ? 'contained' : 'outlined'}
          aria-current={isShown ? 'true' : undefined}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {label}
        </ButtonLink>
      ))}
    </ButtonGroup>
  )
}

/** Links to the open, shelved and past alarms and to the statistics; each has its own address, which includes the filters. */
function AlarmTabs({ tab, search: { severity, tank, firm, metric } }: { tab: AlarmTab; search: AlarmSearch }) {
  const { t } = useTranslation()
  const open = useQuery({ ...incidentQueries.open(), select: countUnshelved })
  const shelved = useQuery(alarmQueries.count('shelved'))
  // An unknown number must not be shown as zero.
  const counted = (n: number | undefined) => (n === undefined ? '…' : formatNumber(n))
  const counts = { open: counted(open.data), shelved: counted(shelved.data), history: '', statistics: '' }
  return (
    <LinkTabs label={t('alarms.title')}>
      {ALARM_TABS.map((each) => (
        <Link
          key={each}
          to="/alarms"
          search={{ ...(each === 'open' ? {} : { tab: each }), severity, tank, firm, metric }}
          aria-current={each === tab ? 'page' : undefined}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {t(`alarmPage.tabs.${each}`, { n: counts[each] })}
        </Link>
      ))}
    </LinkTabs>
  )
}
