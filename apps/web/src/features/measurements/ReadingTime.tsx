import type { Measurement } from '@dalyan/contracts/measurements'
import { mdiClockAlertOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'
import { formatDateTimeWithSeconds } from '../../shared/format/date-time.ts'
import { Icon } from '../../shared/ui/Icon.tsx'

/** When a reading was taken; where the terminal's clock was wrong, that says so. */
export function ReadingTime({ reading: { measured_at, clock_skew } }: { reading: Measurement }) {
  const { t } = useTranslation()
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {formatDateTimeWithSeconds(measured_at)}
      {clock_skew && (
        <Tooltip title={t('explorer.clockSkewHint')}>
          <Box component="span" tabIndex={0} sx={{ ml: 1, fontSize: '0.8125rem', color: 'text.secondary' }}>
            <Icon path={mdiClockAlertOutline} sx={{ fontSize: 16, verticalAlign: 'text-bottom', mr: 0.5 }} />
            {t('explorer.clockSkew')}
          </Box>
        </Tooltip>
      )}
    </Box>
  )
}
