import type { Alarm } from '@dalyan/contracts/alarms'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { foldReturned } from './public/fold-returned.ts'
import { countNew, groupsByTank, isFlood } from './alarm-groups.ts'
import { AlarmGroupRows } from './AlarmGroupRows.tsx'
import { AlarmRows } from './AlarmRows.tsx'
import { ReturnedAlarms } from './ReturnedAlarms.tsx'
import type { CalmList } from './use-calm-list.ts'

interface Props {
  calm: CalmList
  /** Only what is open comes in floods. */
  mayFlood: boolean
  select?: ((alarm: Alarm) => ReactNode) | undefined
  selectAll?: ReactNode
  actions: (alarm: Alarm, wide: boolean) => ReactNode
  /** Acknowledges several that have returned; absent where the user may not. */
  onAcknowledge?: ((ids: number[]) => Promise<unknown>) | undefined
  /** Ids that are under way. */
  busy: ReadonlySet<number>
}

/** The alarms on screen: they keep their places while somebody is among them; many at once stand by tank. */
export function AlarmList({ calm, mayFlood, select, selectAll, actions, onAcknowledge, busy }: Props) {
  const { t } = useTranslation()
  const { shown, returned, waiting, showNew, handlers } = calm
  const now = serverNow()
  const plainRows = (label: string, alarms: readonly Alarm[], all?: ReactNode) => (
    <AlarmRows label={label} alarms={alarms} select={select} selectAll={all} actions={actions} />
  )
  // One that is out again leaves its fold at once, whoever is in the list.
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
