import type { Alarm } from '@dalyan/contracts/alarms'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { TankLink } from '../records/public/TankLink.tsx'
import { AlarmCondition } from './AlarmCondition.tsx'
import { acknowledgedText, latestText, peakText, stateText, valueAndLimit, worstText } from './public/alarm-facts.ts'
import { AlarmSince } from './AlarmSince.tsx'
import { SeverityMark } from './public/SeverityMark.tsx'

interface Props {
  alarm: Alarm
  select: ReactNode
  actions: ReactNode
}

/** An alarm on a phone: how grave it is on top, what can be done below. */
export function AlarmCard({ alarm, select, actions }: Props) {
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
