import type { Alarm } from '@dalyan/contracts/alarms'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../shared/format/date-time.ts'
import { ListPages } from '../../shared/list/ListPages.tsx'
import { LoadingRows } from '../../shared/list/ListView.tsx'
import { may } from '../../shared/session/permissions.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { useAppReady } from '../../shared/ui/app-ready.ts'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { alarmPageQueries } from './alarm-page.queries.ts'
import { type AlarmListTab, type AlarmSearch, isNarrowed, pageSearch, UNNARROWED } from './alarm-search.ts'
import { AlarmActions } from './AlarmActions.tsx'
import { AlarmList } from './AlarmList.tsx'
import { NoAlarms } from './NoAlarms.tsx'
import { alarmName } from './public/alarm-facts.ts'
import { isWaiting } from './public/alarm-look.ts'
import { alarmKeys } from './public/alarms.queries.ts'
import { useAlarmMutations } from './use-alarm-mutations.ts'
import { useCalmList } from './use-calm-list.ts'

const NoteForm = lazy(async () => ({ default: (await import('./AlarmDialogs.tsx')).NoteForm }))
const ShelveForm = lazy(async () => ({ default: (await import('./AlarmDialogs.tsx')).ShelveForm }))

const NONE: readonly Alarm[] = []

interface Props {
  tab: AlarmListTab
  search: AlarmSearch
  isPaused: boolean
  onSearch: (part: AlarmSearch) => void
}

/** The alarms of one tab and filter, with their actions. */
export function AlarmQueue({ tab, search, isPaused, onSearch }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const show = useSnackbar()
  const mayAct = may(useUser(), 'alarms.acknowledge')
  const [dialog, setDialog] = useState<{ name: 'note' | 'shelve'; alarm: Alarm } | null>(null)
  const alarms = useQuery(alarmPageQueries.page(tab, search))
  useAppReady(!alarms.isPending)
  const calm = useCalmList(alarms.data?.data ?? NONE, isPaused)
  const mutations = useAlarmMutations(calm.remember)
  const chosen = useChosen(calm.shown.filter(isWaiting))
  const close = () => setDialog(null)

  const selects = mayAct && tab !== 'history'
  const box = (alarm: Alarm) => (
    <Checkbox
      size="small"
      sx={{ p: 0.75 }}
      checked={chosen.has(alarm.id)}
      disabled={!isWaiting(alarm)}
      onChange={() => chosen.toggle(alarm.id)}
      slotProps={{ input: { 'aria-label': t('common.actions.selectRow', { name: alarmName(t, alarm) }) } }}
    />
  )
  return (
    <Box id={`panel-${tab}`} sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {chosen.ids.length > 0 && (
        <WriteButton
          variant="contained"
          sx={{ justifySelf: { sm: 'end' } }}
          onClick={() => void mutations.acknowledge(chosen.ids).then(chosen.clear, () => undefined)}
        >
          {t('alarmPage.actions.ackSelected', { count: chosen.ids.length })}
        </WriteButton>
      )}
      {mutations.failure && (
        <Alert severity="error" onClose={mutations.forget}>
          <AlertTitle>{mutations.failure.title}</AlertTitle>
          {mutations.failure.error.message}
        </Alert>
      )}
      {alarms.error && (
        <ErrorAlert title={t('alarmPage.loadFailed')} error={alarms.error} onRetry={() => void alarms.refetch()} />
      )}
      {alarms.isPending && <LoadingRows count={6} height={48} />}
      {alarms.data && calm.shown.length === 0 && calm.waiting === 0 && (
        <NoAlarms tab={tab} isFiltered={isNarrowed(search)} onClear={() => onSearch(UNNARROWED)} />
      )}
      {(calm.shown.length > 0 || calm.waiting > 0) && (
        <AlarmList
          calm={calm}
          mayFlood={tab === 'open'}
          onAcknowledge={mayAct ? (ids) => mutations.acknowledge(ids) : undefined}
          busy={mutations.busy}
          select={selects ? box : undefined}
          selectAll={
            <Checkbox
              size="small"
              sx={{ p: 0.75 }}
              checked={chosen.isAll}
              indeterminate={chosen.ids.length > 0 && !chosen.isAll}
              onChange={chosen.toggleAll}
              slotProps={{ input: { 'aria-label': t('common.actions.selectAll') } }}
            />
          }
          actions={(alarm, wide) => (
            <AlarmActions
              alarm={alarm}
              mutations={mutations}
              wide={wide}
              onDialog={(name, of) => setDialog({ name, alarm: of })}
            />
          )}
        />
      )}
      {alarms.data && (alarms.data.last_page > 1 || search.per_page !== undefined) && (
        <ListPages page={alarms.data} onChange={(change) => onSearch(pageSearch(change))} />
      )}
      <Suspense>
        {dialog?.name === 'note' && (
          <NoteForm
            alarm={dialog.alarm}
            onAcknowledge={(note) => mutations.acknowledge([dialog.alarm.id], note)}
            onClose={close}
          />
        )}
        {dialog?.name === 'shelve' && (
          <ShelveForm
            alarm={dialog.alarm}
            onShelved={(alarm) => {
              close()
              calm.remember([alarm])
              show(t('alarmPage.shelvedNow', { time: formatTime(alarm.shelved_until ?? alarm.last_at) }))
              void cache.invalidateQueries({ queryKey: alarmKeys.all })
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </Box>
  )
}

/** The selected alarms on screen; an alarm that leaves the screen is no longer selected. */
function useChosen(onScreen: readonly { id: number }[]) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const ids = onScreen.map(({ id }) => id).filter((id) => ticked.has(id))
  const isAll = ids.length > 0 && ids.length === onScreen.length
  return {
    ids,
    isAll,
    has: (id: number) => ids.includes(id),
    toggle: (id: number) => setTicked(new Set(ticked.has(id) ? ids.filter((each) => each !== id) : [...ids, id])),
    toggleAll: () => setTicked(new Set(isAll ? [] : onScreen.map(({ id }) => id))),
    clear: () => setTicked(new Set()),
  }
}
