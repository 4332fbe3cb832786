import { isActive } from '@dalyan/contracts/alarm-words'
import type { Alarm } from '@dalyan/contracts/alarms'
import { mdiRestore } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { useFromNow } from '../../shared/clock/use-now.ts'
import { may, useUser } from '../../shared/session/user.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { TankLink } from '../records/public/TankLink.tsx'
import { foldReturned, returnedTogetherText } from './public/alarm-facts.ts'
import { isWaiting, returnedLook } from './public/alarm-look.ts'
import type { AlarmMutations } from './use-alarm-mutations.ts'
import type { CalmList } from './use-calm-list.ts'

type RenderRows = (label: string, alarms: readonly Alarm[], isComplete?: boolean) => ReactNode

interface Props {
  calm: CalmList<Alarm>
  /** Whether a flood of alarms is possible: only for open alarms. */
  mayFlood: boolean
  /** Alarms as rows or cards; `isComplete`: all single alarms on screen, which can be selected together. */
  rows: RenderRows
  mutations: AlarmMutations
}

/** The alarms on screen. Rows do not move while the pointer or the focus is in the list; a flood of alarms is grouped by tank. */
export function AlarmList({ calm, mayFlood, rows, mutations }: Props) {
  const { t } = useTranslation()
  const { shown, returned, waiting, showNew, handlers } = calm
  const now = serverNow()
  // An alarm that is out of range again leaves its group at once, even while a user is in the list.
  const mayFold = ({ id, state }: Alarm) => returned.has(id) && (state === 'rtn_unack' || state === 'closed')
  const foldedRows: RenderRows = (label, alarms, isComplete) => {
    const entries = foldReturned(alarms, mayFold)
    const single = entries.flatMap((entry) => ('alarm' in entry ? [entry.alarm] : []))
    const folded = entries.flatMap((entry) => ('alarm' in entry ? [] : [entry]))
    return (
      <>
        {single.length > 0 && rows(label, single, isComplete)}
        {folded.map((entry) => (
          <ReturnedAlarms
            key={entry.tank.id}
            tank={entry.tank}
            alarms={entry.returned}
            rows={rows}
            mutations={mutations}
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
            <AlarmGroupRows key={group.tankId} group={group} rows={foldedRows} />
          ))}
        </div>
      ) : (
        foldedRows(t('alarms.title'), shown, true)
      )}
    </Box>
  )
}

interface AlarmGroupRowsProps {
  group: AlarmGroup
  rows: RenderRows
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

interface ReturnedAlarmsProps {
  tank: NonNullable<Alarm['tank']>
  /** The returned alarms of one tank; some may have closed since. */
  alarms: readonly Alarm[]
  rows: RenderRows
  mutations: AlarmMutations
}

/** The returned alarms of one tank in one line with one acknowledgement; the user can show each of them. */
function ReturnedAlarms({ tank, alarms, rows, mutations }: ReturnedAlarmsProps) {
  const { t } = useTranslation()
  const summary = useFromNow((now) => returnedTogetherText(t, alarms, now))
  const mayAcknowledge = may(useUser(), 'alarms.acknowledge')
  const [isOpen, setIsOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const waiting = alarms.filter(isWaiting).map(({ id }) => id)
  const isBusy = waiting.some((id) => mutations.busy.has(id))

  async function acknowledge(): Promise<void> {
    if (isBusy) return
    try {
      await mutations.acknowledge(waiting)
      // The pressed button disappears; the focus stays in the line.
      toggle.current?.focus()
    } catch {
      // The page shows the failure.
    }
  }
  return (
    <Box component="section" aria-label={`${tank.code}: ${t('alarms.returned', { count: alarms.length })}`}>
      <Paper variant="outlined" sx={(theme) => ({ ...returnedLook(theme), mt: 1 })}>
        <Icon path={mdiRestore} sx={{ color: 'text.secondary' }} />
        <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '0 12px' }}>
            <TankLink tank={tank} />
            <b>{t(waiting.length > 0 ? 'alarms.returned' : 'alarmPage.allAcked', { count: alarms.length })}</b>
          </Box>
          <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{summary}</Box>
        </Box>
        <Button
          ref={toggle}
          aria-expanded={isOpen}
          aria-label={t('alarmPage.showReturnedOf', { name: tank.code })}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'alarms.actions.hide' : 'alarms.actions.show')}
        </Button>
        {mayAcknowledge && waiting.length > 0 && (
          <WriteButton variant="contained" aria-disabled={isBusy} onClick={() => void acknowledge()}>
            {t('alarms.actions.ackAll', { count: waiting.length })}
          </WriteButton>
        )}
      </Paper>
      {isOpen && rows(t('alarmPage.listOf', { source: tank.code }), alarms)}
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
function isCritical(alarm: Alarm): boolean {
  return alarm.severity === 'critical' && isActive(alarm)
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
