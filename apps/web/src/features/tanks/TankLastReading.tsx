import type { Tank } from '@dalyan/contracts/tanks'
import { mdiTimerSand } from '@mdi/js'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useFromNow } from '../../shared/clock/use-now.ts'
import { formatDateTimeWithSeconds } from '../../shared/format/date-time.ts'
import { AgeText } from '../../shared/ui/AgeText.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { staleAfterMs } from './tank-values.ts'

/** The age of the newest reading, updated every second; an hourglass once it is stale. */
export function TankLastReading({ tank }: { tank: Tank }) {
  const { t } = useTranslation()
  const measured_at = tank.last_measurement?.measured_at
  const isOld = useFromNow(
    (now) => measured_at !== undefined && now - Date.parse(measured_at) > staleAfterMs(tank, null),
  )
  if (measured_at === undefined) return t('common.time.never')

  const text = (
    <Box
      component="time"
      dateTime={measured_at}
      title={formatDateTimeWithSeconds(measured_at)}
      sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}
    >
      <AgeText at={Date.parse(measured_at)} />
    </Box>
  )
  if (tank.status === 'deleted' || !isOld) return text
  return (
    <Box
      component="span"
      sx={({ tokens: { status } }) => ({
        display: 'inline-flex',
        verticalAlign: 'middle',
        alignItems: 'center',
        gap: 0.5,
        px: 0.75,
        // Aligned with the ages in other rows. Minutes and hours change seldom and need no fixed width.
        ml: -0.75,
        '& [data-age]': { minWidth: 0 },
        borderRadius: 1.5,
        bgcolor: status.stale.bg,
        color: status.stale.text,
        '& time': { color: 'inherit' },
      })}
    >
      <Icon path={mdiTimerSand} sx={{ fontSize: 16 }} />
      {text}
    </Box>
  )
}
