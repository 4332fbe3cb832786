import type { Alarm } from '@dalyan/contracts/alarms'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { alarmLook, SEVERITY_ICON } from './alarm-look.ts'

type Marked = Pick<Alarm, 'severity' | 'state'> & Partial<Pick<Alarm, 'shelved_until'>>

/** The severity of an alarm or incident as icon, word and shape; `wide` (on a phone) fills its card. */
export function SeverityMark({ alarm, wide = false }: { alarm: Marked; wide?: boolean }) {
  const { t } = useTranslation()
  const name = alarmLook(alarm, serverNow())
  return (
    <Box
      component="span"
      data-look={name}
      sx={({ tokens }) => {
        const look = tokens.alarm[name]
        return {
          display: wide ? 'flex' : 'inline-flex',
          alignItems: 'center',
          gap: 0.75,
          px: 1,
          minHeight: 28,
          borderRadius: wide ? '3px 3px 0 0' : 1,
          border: `1px ${name === 'rtn_unack' ? 'dashed' : 'solid'} ${look.border}`,
          bgcolor: look.fill,
          color: look.text,
          fontSize: '0.875rem',
          fontWeight: 700,
          whiteSpace: 'nowrap',
        }
      }}
    >
      <Icon path={SEVERITY_ICON[alarm.severity]} sx={{ fontSize: 18 }} />
      {t(`alarms.severity.${alarm.severity}`)}
    </Box>
  )
}
