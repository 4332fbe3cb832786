import type { Alarm, ShelveInput } from '@dalyan/contracts/alarms'
import type { Incident } from '@dalyan/contracts/incidents'
import { mdiRestore } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { returnedLook } from '../public/alarm-look.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { useFromNow } from '../../../shared/clock/use-now.ts'
import { formatTime } from '../../../shared/format/date-time.ts'
import { LoadingRows } from '../../../shared/list/ListView.tsx'
import { SelectAllBox, SelectBox, useSelection } from '../../../shared/list/Selection.tsx'
import { may, useUser } from '../../../shared/session/user.ts'
import { ErrorAlert, QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { useInBackground } from '../../../shared/ui/InBackground.tsx'
import { useAppReady } from '../../../shared/ui/page-state.ts'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { useSnackbar } from '../../../shared/ui/SnackbarProvider.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { actionsOf } from '../AlarmActions.tsx'
import type { AlarmDialogProps } from '../AlarmDialogs.tsx'
import { AlarmRows } from '../AlarmRows.tsx'
import { NoAlarms } from '../NoAlarms.tsx'
import { longestOf } from '../public/alarm-facts.ts'
import { alarmKeys } from '../public/alarms.queries.ts'
import { useAlarmMutations } from '../use-alarm-mutations.ts'
import { useCalmList } from '../use-calm-list.ts'
import { IncidentCard, moveByArrows } from './IncidentCard.tsx'
import { IncidentTimeline } from './IncidentTimeline.tsx'
import { incidentTitle, openAlarms, waitingAlarms, withAlarms } from '../public/incident-facts.ts'
import { acknowledgeIncident, incidentQueries, shelveIncident } from './incidents.queries.ts'

const AlarmDialog = lazy(async () => ({ default: (await import('../AlarmDialogs.tsx')).AlarmDialog }))

const NONE: readonly Incident[] = []
const PANEL_FROM = '(min-width:1200px)'

interface Props {
  isPaused: boolean
  /** The incident that the address names: its course is shown first. */
  wanted: number | undefined
  /** Links to other views of the open alarms, at the head of the list. */
  views: ReactNode
}

/** The open incidents as cards, and those whose alarms have all returned in one line. */
export function IncidentQueue({ isPaused, wanted, views }: Props) {
  const { t } = useTranslation()
  const hasPanel = useMediaQuery(PANEL_FROM, { noSsr: true })
  const mayAct = may(useUser(), 'alarms.acknowledge')
  const [dialog, setDialog] = useState<AlarmDialogProps | null>(null)
  const query = useQuery(incidentQueries.open())
  const incidents = useInBackground(query)
  useAppReady(!incidents.isPending)
  const unshelved = (incidents.data?.data ?? NONE).filter((incident) => openAlarms(incident, serverNow()).length > 0)
  const calm = useCalmList({ entries: unshelved, answeredAt: incidents.dataUpdatedAt }, isPaused)
  const { acknowledge, shelve } = useIncidentMutations(calm.remember)
  const mutations = useAlarmMutations((changed) =>
    calm.remember(calm.shown.map((incident) => withAlarms(incident, changed))),
  )
  const isReturned = ({ id, state }: Incident) => calm.returned.has(id) && (state === 'rtn_unack' || state === 'closed')
  const [returned, active] = [calm.shown.filter(isReturned), calm.shown.filter((one) => !isReturned(one))]
  const [chosen, setChosen] = useState(wanted)
  const shown = active.find(({ id }) => id === chosen) ?? active[0]
  const scrollTo = useScrollTo(wanted, incidents.isPending)
  const selection = useSelection(active.filter((incident) => waitingAlarms(incident).length > 0))
  const waiting = calm.shown.reduce((sum, incident) => sum + waitingAlarms(incident).length, 0)
  const failure = acknowledge.error

  const rows = (label: string, alarms: readonly Alarm[]) => (
    <AlarmRows areReturned label={label} alarms={alarms} actions={actionsOf(mutations, setDialog)} />
  )
  const dialogOf = (name: AlarmDialogProps['name'], incident: Incident): AlarmDialogProps => ({
    name,
    title: incidentTitle(t, incident),
    condition: incidentTitle(t, incident),
    severity: openAlarms(incident, serverNow()).some(({ severity }) => severity === 'critical')
      ? 'critical'
      : incident.severity,
    acknowledge: (note) => acknowledge.mutateAsync({ incidents: [incident], note }),
    shelve: (input) => shelve.mutateAsync({ id: incident.id, ...input }),
  })
  const acknowledgeAll = (some: readonly Incident[], note: string | null = null) => {
    if (!acknowledge.isPending) acknowledge.mutate({ incidents: some, note }, { onSuccess: selection.clear })
  }
  const isEmpty = calm.shown.length === 0 && calm.waiting === 0
  return (
    <Box
      id="panel-open"
      ref={scrollTo}
      sx={{
        display: 'grid',
        gap: 1,
        alignItems: 'start',
        gridTemplateColumns: hasPanel && shown ? 'minmax(0, 1fr) 400px' : 'minmax(0, 1fr)',
        // Only the cards and the panel share a line.
        '& > :not([data-beside])': { gridColumn: '1 / -1' },
      }}
    >
      {failure && <ErrorAlert title={t('alarms.messages.ackFailed')} error={failure} onClose={acknowledge.reset} />}
      {mutations.failure && <ErrorAlert {...mutations.failure} onClose={mutations.forget} />}
      <QueryError title={t('alarmPage.loadFailed')} query={query} />
      {incidents.isPending && <LoadingRows count={4} height={140} />}
      {incidents.data && isEmpty && (
        <>
          {views}
          <NoAlarms tab="open" />
        </>
      )}
      {!isEmpty && (
        <Box
          data-beside
          {...calm.handlers}
          onKeyDown={moveByArrows}
          sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
        >
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 36 }}>
            {views}
            {mayAct && active.length > 0 && <SelectAllBox selection={selection} />}
            <Quiet small>
              {t('incidents.count', { count: calm.shown.length })}
              {waiting > 0 && !views && ` · ${t('incidents.waiting', { count: waiting })}`}
            </Quiet>
            {selection.ids.length > 0 && (
              <WriteButton
                variant="contained"
                aria-disabled={acknowledge.isPending}
                onClick={() => acknowledgeAll(active.filter(({ id }) => selection.has(id)))}
              >
                {t('incidents.ackSelected', { count: selection.ids.length })}
              </WriteButton>
            )}
          </Box>
          {calm.waiting > 0 && (
            <Button variant="outlined" onClick={calm.showNew} sx={{ justifySelf: 'center' }}>
              {t('incidents.newArrived', { count: calm.waiting })}
            </Button>
          )}
          {active.map((incident) => (
            <IncidentCard
              key={incident.id}
              incident={incident}
              all={calm.shown}
              select={
                mayAct && (
                  <SelectBox
                    {...selection.boxOf(incident.id)}
                    label={t('common.actions.selectRow', { name: incidentTitle(t, incident) })}
                    disabled={waitingAlarms(incident).length === 0}
                  />
                )
              }
              isBusy={acknowledge.isPending && acknowledge.variables.incidents.includes(incident)}
              hasPanel={hasPanel}
              isShown={hasPanel ? incident.id === shown?.id : incident.id === wanted}
              onShow={() => setChosen(incident.id)}
              onAcknowledge={(note) => acknowledgeAll([incident], note)}
              onNote={() => setDialog(dialogOf('note', incident))}
              onShelve={() => setDialog(dialogOf('shelve', incident))}
              rows={rows}
            />
          ))}
          {returned.length > 0 && (
            <ReturnedIncidents
              incidents={returned}
              isBusy={acknowledge.isPending}
              onAcknowledge={mayAct ? () => acknowledgeAll(returned) : undefined}
              rows={rows}
            />
          )}
        </Box>
      )}
      {hasPanel && shown && !isEmpty && (
        <Paper
          data-beside
          variant="outlined"
          sx={{ p: 2, position: 'sticky', top: 76, maxHeight: 'calc(100vh - 92px)', overflowY: 'auto', mt: '44px' }}
        >
          <IncidentTimeline incident={shown} onNote={() => setDialog(dialogOf('note', shown))} />
        </Paper>
      )}
      <Suspense>{dialog && <AlarmDialog {...dialog} onClose={() => setDialog(null)} />}</Suspense>
    </Box>
  )
}

/** Scrolls to the incident that the address names, once the cards are there. */
function useScrollTo(id: number | undefined, isPending: boolean) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (id === undefined || isPending) return
    container.current?.querySelector(`[data-incident="${id}"]`)?.scrollIntoView({ block: 'center' })
  }, [id, isPending])
  return container
}

/** The actions on all alarms of incidents. `onChanged` receives the changed incidents. */
function useIncidentMutations(onChanged: (incidents: readonly Incident[]) => void) {
  const { t } = useTranslation()
  const show = useSnackbar()
  const cache = useQueryClient()
  const refetch = () => cache.invalidateQueries({ queryKey: alarmKeys.all })
  const acknowledge = useMutation({
    mutationFn: async ({ incidents, note }: { incidents: readonly Incident[]; note: string | null }) => {
      const done: Incident[] = []
      for (const { id } of incidents) done.push(await acknowledgeIncident(id, note))
      return done
    },
    onSuccess: (done, { incidents }) => {
      // The answer of an action has no course.
      onChanged(done.map((one) => ({ ...one, course: incidents.find(({ id }) => id === one.id)?.course })))
      const count = incidents.reduce((sum, incident) => sum + waitingAlarms(incident).length, 0)
      show(t('alarms.messages.acked', { count }))
    },
    onSettled: refetch,
  })
  const shelve = useMutation({
    mutationFn: ({ id, ...input }: ShelveInput & { id: number }) => shelveIncident(id, input),
    onSuccess: (incident) => {
      onChanged([incident])
      const [until] = incident.alarms.flatMap(({ shelved_until }) => shelved_until ?? [])
      if (until !== undefined) show(t('alarmPage.shelvedNow', { time: formatTime(until) }))
    },
    // Not awaited: the dialog gives the focus back to the card before the new list drops it.
    onSettled: () => void refetch(),
  })
  return { acknowledge, shelve }
}

interface ReturnedProps {
  incidents: readonly Incident[]
  isBusy: boolean
  /** Absent for users who may only look. */
  onAcknowledge: (() => void) | undefined
  rows: (label: string, alarms: readonly Alarm[]) => ReactNode
}

/** All returned incidents in one line with one acknowledgement; the user can show their alarms. */
function ReturnedIncidents({ incidents, isBusy, onAcknowledge, rows }: ReturnedProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const alarms = incidents.flatMap((incident) => openAlarms(incident, serverNow()))
  const longest = useFromNow((now) => (alarms.length > 0 ? longestOf(alarms, now) : null))
  const waiting = incidents.flatMap(waitingAlarms).length
  const tanks = new Set(incidents.flatMap((incident) => incident.tanks.map(({ id }) => id))).size
  const summary = [
    t('incidents.tanks', { count: tanks }),
    ...(longest === null ? [] : [t('alarms.longest', { duration: longest })]),
  ].join(', ')
  const title = t(waiting > 0 ? 'alarms.returned' : 'alarmPage.allAcked', { count: waiting || alarms.length })
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Paper
        variant="outlined"
        sx={(theme) => ({ ...returnedLook(theme), '& .MuiButton-root': { minHeight: { xs: 44, sm: 36 } } })}
      >
        <Icon path={mdiRestore} sx={{ color: 'text.secondary' }} />
        <Box sx={{ flex: '1 1 220px', minWidth: 0, display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
          <b>{title}</b>
          <Quiet small>{summary}</Quiet>
        </Box>
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'alarms.actions.hide' : 'alarms.actions.show')}
        </Button>
        {onAcknowledge && waiting > 0 && (
          <WriteButton variant="outlined" aria-disabled={isBusy} onClick={onAcknowledge}>
            {t('alarms.actions.ackAll', { count: waiting })}
          </WriteButton>
        )}
      </Paper>
      {isOpen && rows(t('alarms.returned', { count: alarms.length }), alarms)}
    </Box>
  )
}
