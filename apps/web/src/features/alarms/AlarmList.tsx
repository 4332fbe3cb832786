import type { Alarm } from '@dalyan/contracts/alarms'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { AlarmRows } from './AlarmRows.tsx'
import { foldReturned } from './public/alarm-facts.ts'
import { ReturnedAlarms } from './ReturnedAlarms.tsx'
import type { CalmList } from './use-calm-list.ts'

interface Props {
  calm: CalmList
  /** Whether a flood of alarms is possible: only for open alarms. */
  mayFlood: boolean
  select?: ((alarm: Alarm) => ReactNode) | undefined
  selectAll?: ReactNode
  actions: (alarm: Alarm, wide: boolean) => ReactNode
  /** Acknowledges several returned alarms; absent without the permission. */
  onAcknowledge?: ((ids: number[]) => Promise<unknown>) | undefined
  /** Ids of the alarms whose action is running. */
  busy: ReadonlySet<number>
}

/** The alarms on screen. Rows do not move while the pointer or the focus is in the list; a flood of alarms is grouped by tank. */
export function AlarmList({ calm, mayFlood, select, selectAll, actions, onAcknowledge, busy }: Props) {
  const { t } = useTranslation()
  const { shown, returned, waiting, showNew, handlers } = calm
  const now = serverNow()
  const plainRows = (label: string, alarms: readonly Alarm[], all?: ReactNode) => (
    <AlarmRows label={label} alarms={alarms} select={select} selectAll={all} actions={actions} />
  )
  // An alarm that is out of range again leaves its group at once, even while a user is in the list.
  const mayFold = ({ id, state }: Alarm) => returned.has(id) && (state === 'rtn_unack' || state === 'closed')
  const rows = (label: string, alarms: readonly Alarm[], all?: ReactNode) => {
    const entries = foldReturned(alarms, mayFold)
    const single = entries.flatMap((entry) => ('alarm' in entry ? [entry.alarm] : []))
    const folded = entries.flatMap((entry) => ('alarm' in entry ? [] : [entry]))
    return (
      <>
        {single.length > 0 && plainRows(label, single, all)}
        {folded.map((entry) => (
          <ReturnedAlarms
            key={entry.tank.id}
            tank={entry.tank}
            alarms={entry.returned}
            rows={plainRows}
            onAcknowledge={onAcknowledge}
            busy={busy}
          />
        ))}
      </>
    )
  }
  return (
    <Box {...handlers} sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {waiting > 0 && (
        <Button variant="outlined" onClick={showNew} sx={{ justifySelf: 'center' }}>
          {t('alarmPage.newArrived', { count: waiting })}
        </Button>
      )}
      {mayFlood && isFlood(shown, now) ? (
        <div>
          <Alert severity="warning" sx={{ mb: 1.5 }}>
            {t('alarmPage.flood', { count: countNew(shown, now) })}
          </Alert>
          {groupsByTank(shown).map((group) => (
            <AlarmGroupRows key={group.tankId} group={group} rows={rows} />
          ))}
        </div>
      ) : (
        rows(t('alarms.title'), shown, selectAll)
      )}
    </Box>
  )
}

interface AlarmGroupRowsProps {
  group: AlarmGroup
  rows: (label: string, alarms: readonly Alarm[]) => ReactNode
}

/** One tank's alarms in a flood: the critical ones (else the first), the others behind a button. */
function AlarmGroupRows({ group: { code, alarms }, rows }: AlarmGroupRowsProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const first = alarms.filter(isCritical)
  const shown = isOpen ? alarms : first.length > 0 ? first : alarms.slice(0, 1)
  const rest = alarms.length - shown.length
  return (
    <Box component="section" aria-label={code} sx={{ mb: 2 }}>
      <Typography variant="h2" lang="en" sx={{ mb: 0.5 }}>
        {code}
      </Typography>
      {rows(t('alarmPage.listOf', { source: code }), shown)}
      {rest > 0 && <Button onClick={() => setIsOpen(true)}>{t('alarmPage.moreAlarms', { count: rest })}</Button>}
    </Box>
  )
}

const FLOOD = { alarms: 10, withinMs: 10 * 60_000 }

/** Whether more than ten alarms were raised within the last ten minutes; then they are grouped by tank. @param now epoch milliseconds */
function isFlood(alarms: readonly Alarm[], now: number): boolean {
  return countNew(alarms, now) > FLOOD.alarms
}

/** How many of these were raised within the last ten minutes. */
function countNew(alarms: readonly Alarm[], now: number): number {
  return alarms.filter(({ raised_at }) => now - Date.parse(raised_at) <= FLOOD.withinMs).length
}

interface AlarmGroup {
  tankId: number
  code: string
  alarms: readonly Alarm[]
}

/** Whether the alarm is critical and still out of range or silent. */
function isCritical({ severity, state }: Alarm): boolean {
  return severity === 'critical' && (state === 'active_unack' || state === 'active_ack')
}

/** Groups alarms by tank in the order of the list, but tanks and alarms that are critical now come first. */
function groupsByTank(alarms: readonly Alarm[]): AlarmGroup[] {
  const ordered = [...alarms.filter(isCritical), ...alarms.filter((alarm) => !isCritical(alarm))]
  return [...Map.groupBy(ordered, ({ tank }) => tank?.id ?? 0)].map(([tankId, ofTank]) => ({
    tankId,
    code: ofTank[0]?.tank?.code ?? ofTank[0]?.iot?.code ?? '',
    alarms: ofTank,
  }))
}
