import type { Alarm } from '@dalyan/contracts/alarms'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListPages } from '../../shared/list/ListPages.tsx'
import { LoadingRows, NoResults } from '../../shared/list/ListView.tsx'
import { SelectAllBox, SelectBox, useSelection } from '../../shared/list/Selection.tsx'
import type { ListChange } from '../../shared/list/use-list.ts'
import { may, useUser } from '../../shared/session/user.ts'
import { useInBackground } from '../../shared/ui/InBackground.tsx'
import { useAppReady } from '../../shared/ui/page-state.ts'
import { ErrorAlert, QueryError } from '../../shared/ui/ErrorAlert.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { type AlarmListTab, type AlarmSearch, isNarrowed, UNNARROWED } from './alarm-search.ts'
import { actionsOf } from './AlarmActions.tsx'
import type { AlarmDialogProps } from './AlarmDialogs.tsx'
import { AlarmList } from './AlarmList.tsx'
import { AlarmRows } from './AlarmRows.tsx'
import { NoAlarms } from './NoAlarms.tsx'
import { alarmName } from './public/alarm-facts.ts'
import { isWaiting } from './public/alarm-look.ts'
import { alarmQueries } from './public/alarms.queries.ts'
import { useAlarmMutations } from './use-alarm-mutations.ts'
import { useCalmList } from './use-calm-list.ts'

const AlarmDialog = lazy(async () => ({ default: (await import('./AlarmDialogs.tsx')).AlarmDialog }))

const NONE: readonly Alarm[] = []

interface Props {
  tab: AlarmListTab
  search: AlarmSearch
  isPaused: boolean
  onSearch: (part: ListChange) => void
}

/** The alarms of one tab and filter, with their actions. */
export function AlarmQueue({ tab, search, isPaused, onSearch }: Props) {
  const { t } = useTranslation()
  const maySelect = may(useUser(), 'alarms.acknowledge') && tab !== 'history'
  const [dialog, setDialog] = useState<AlarmDialogProps | null>(null)
  const query = useQuery(alarmQueries.page(tab, search))
  const alarms = useInBackground(query)
  useAppReady(!alarms.isPending)
  const calm = useCalmList({ entries: alarms.data?.data ?? NONE, answeredAt: alarms.dataUpdatedAt }, isPaused)
  const mutations = useAlarmMutations(calm.remember)
  const selection = useSelection(calm.shown.filter(isWaiting))
  const isEmpty = calm.shown.length === 0 && calm.waiting === 0

  const select = (alarm: Alarm) => (
    <SelectBox
      {...selection.boxOf(alarm.id)}
      label={t('common.actions.selectRow', { name: alarmName(t, alarm) })}
      disabled={!isWaiting(alarm)}
    />
  )
  return (
    <Box id={`panel-${tab}`} sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {selection.ids.length > 0 && (
        <WriteButton
          variant="contained"
          sx={{ justifySelf: { sm: 'end' } }}
          onClick={() => void mutations.acknowledge(selection.ids).then(selection.clear, () => undefined)}
        >
          {t('alarmPage.actions.ackSelected', { count: selection.ids.length })}
        </WriteButton>
      )}
      {mutations.failure && <ErrorAlert {...mutations.failure} onClose={mutations.forget} />}
      <QueryError title={t('alarmPage.loadFailed')} query={query} />
      {alarms.isPending && <LoadingRows count={6} height={48} />}
      {alarms.data &&
        isEmpty &&
        (isNarrowed(search) ? <NoResults onClear={() => onSearch(UNNARROWED)} /> : <NoAlarms tab={tab} />)}
      {!isEmpty && (
        <AlarmList
          calm={calm}
          mayFlood={tab === 'open'}
          mutations={mutations}
          rows={(label, shown, isComplete) => (
            <AlarmRows
              label={label}
              alarms={shown}
              select={maySelect ? select : undefined}
              selectAll={isComplete ? <SelectAllBox selection={selection} /> : undefined}
              actions={actionsOf(mutations, setDialog)}
            />
          )}
        />
      )}
      {alarms.data && (alarms.data.last_page > 1 || search.per_page !== undefined) && (
        <ListPages page={alarms.data} onChange={onSearch} />
      )}
      <Suspense>{dialog && <AlarmDialog {...dialog} onClose={() => setDialog(null)} />}</Suspense>
    </Box>
  )
}
