import type { Alarm } from '@dalyan/contracts/alarms'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { ListCards } from '../../shared/list/ListCards.tsx'
import { ListTable } from '../../shared/list/ListTable.tsx'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { TankLink } from '../records/public/TankLink.tsx'
import { alarmColumns, AlarmCondition, AlarmSince } from './alarm-columns.tsx'
import { acknowledgedText, latestText, peakText, stateText, valueAndLimit, worstText } from './public/alarm-facts.ts'
import { SeverityMark } from './public/SeverityMark.tsx'

interface Props {
  /** Accessible name of the list. */
  label: string
  alarms: readonly Alarm[]
  /** The checkbox before an alarm, where alarms can be selected. */
  select?: ((alarm: Alarm) => ReactNode) | undefined
  selectAll?: ReactNode
  actions: (alarm: Alarm, wide: boolean) => ReactNode
}

/** Alarms as rows, on a phone as cards, in the server's order. */
export function AlarmRows({ label, alarms, select, selectAll, actions }: Props) {
  const { t } = useTranslation()
  const narrow = useNarrow()
  if (narrow) {
    return (
      <ListCards
        label={label}
        rows={alarms}
        card={(alarm) => <AlarmCard alarm={alarm} select={select?.(alarm)} actions={actions(alarm, true)} />}
      />
    )
  }
  const columns = alarmColumns(t, (alarm) => actions(alarm, false))
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <ListTable
        label={label}
        columns={
          select
            ? [{ key: 'select', label: ['common.actions.select'], heading: selectAll, cell: select }, ...columns]
            : columns
        }
        rows={alarms}
        sort=""
        onSort={() => undefined}
      />
    </Paper>
  )
}

interface AlarmCardProps {
  alarm: Alarm
  select: ReactNode
  actions: ReactNode
}

/** An alarm on a phone: severity on top, actions below. */
function AlarmCard({ alarm, select, actions }: AlarmCardProps) {
  const { t } = useTranslation()
  const { tank, iot, note, shelve_reason } = alarm
  const acknowledged = acknowledgedText(alarm, serverNow())
  const facts = [
    ...(alarm.cleared_at === null
      ? [valueAndLimit(alarm), peakText(t, alarm)]
      : [worstText(t, alarm), latestText(t, alarm, serverNow())]),
    shelve_reason && t('alarmPage.shelveReason', { reason: shelve_reason }),
    acknowledged && `${t('alarms.fields.ackBy')}: ${acknowledged}`,
    note,
  ].filter(Boolean)
  return (
    <Box sx={{ display: 'grid', gap: 0.5, mx: -1.5, mt: -0.5 }}>
      <SeverityMark alarm={alarm} wide />
      <Box sx={{ display: 'grid', gap: 0.5, px: 1.5 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 44 }}>
          {select}
          <Box sx={{ flex: 1, minWidth: 0 }}>
            {tank ? <TankLink tank={tank} large /> : <b lang="en">{iot?.code}</b>}
          </Box>
          <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
            <AlarmSince alarm={alarm} />
          </Typography>
        </Box>
        <div>
          <AlarmCondition alarm={alarm} />
        </div>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {facts.join(' · ')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {stateText(t, alarm, serverNow()).join(' · ')}
        </Typography>
        {actions}
      </Box>
    </Box>
  )
}
