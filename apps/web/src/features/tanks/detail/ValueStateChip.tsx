import type { Severity } from '@dalyan/contracts/range-templates'
import { mdiArrowDown, mdiArrowUp } from '@mdi/js'
import Box from '@mui/material/Box'
import { visuallyHidden } from '@mui/utils'
import { useTranslation } from 'react-i18next'
import { alarmLook, type AlarmLookName, SEVERITY_ICON } from '../../../shared/alarms/alarm-look.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { StatusChip } from '../../../shared/ui/StatusChip.tsx'
import type { TankReading } from './tank-reading.ts'

/** Where a value stands, in a word; a normal one says so only to those who cannot see that nothing is marked. An old value keeps the mark of its alarm. */
export function ValueStateChip({ reading: { state, outside, alarm, value } }: { reading: TankReading }) {
  const { t } = useTranslation()
  if (alarm) return <AlarmMark kind={alarm.kind} severity={alarm.severity} look={alarmLook(alarm)} />
  if (state === 'stale') return <StatusChip look="stale" label={t('common.live.stale')} />
  if (state === 'none') {
    if (value !== null) return null
    return (
      <Box component="span" aria-hidden sx={{ fontSize: '0.8125rem', color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {t('common.live.noData')}
      </Box>
    )
  }
  if (!outside) {
    return (
      <Box component="span" sx={visuallyHidden}>
        {t('tanks.detail.inRange')}
      </Box>
    )
  }
  return <AlarmMark kind={outside.side} severity={outside.severity} look={`${outside.severity}_unack`} />
}

interface MarkProps {
  kind: 'low' | 'high' | 'silent'
  severity: Severity
  look: AlarmLookName
}

function AlarmMark({ kind, severity, look }: MarkProps) {
  const { t } = useTranslation()
  return (
    <Box
      component="span"
      sx={({ tokens }) => {
        const { border, fill, text } = tokens.alarm[look]
        return {
          display: 'inline-flex',
          alignItems: 'center',
          gap: 0.5,
          px: 0.75,
          minHeight: 24,
          borderRadius: 1,
          border: `1px ${look === 'rtn_unack' ? 'dashed' : 'solid'} ${border}`,
          bgcolor: fill,
          color: text,
          fontSize: '0.8125rem',
          fontWeight: 700,
          whiteSpace: 'nowrap',
        }
      }}
    >
      <Icon path={SEVERITY_ICON[severity]} titleAccess={t(`alarms.severity.${severity}`)} sx={{ fontSize: 16 }} />
      {kind === 'silent' ? t('common.live.noData') : t(`tanks.detail.${kind}`)}
      {kind !== 'silent' && <Icon path={kind === 'high' ? mdiArrowUp : mdiArrowDown} sx={{ fontSize: 16 }} />}
    </Box>
  )
}
