import type { MetricKey } from '@dalyan/contracts/metrics'
import { sideOf } from '@dalyan/contracts/out-of-range'
import type { Tank } from '@dalyan/contracts/tanks'
import Box from '@mui/material/Box'
import { visuallyHidden } from '@mui/utils'
import { useTranslation } from 'react-i18next'
import { useFromNow } from '../../shared/clock/use-now.ts'
import { formatMetric } from '../../shared/format/number.ts'
import { limitsOf } from '../records/public/tank-limits.ts'
import { isLastKnown, isStale } from './tank-values.ts'

/** The newest value of a metric: bold with an arrow when it is out of range, or was when its terminal fell silent; pale when it is old. */
export function TankMetricValue({ tank, metric }: { tank: Tank; metric: MetricKey }) {
  const { t } = useTranslation()
  const latest = tank.last_measurement?.[metric]
  const isOld = useFromNow((now) => latest !== null && latest !== undefined && isStale(tank, latest, now))
  if (!latest) return t('common.fields.none')
  const range = tank.status === 'active' && (!isOld || isLastKnown(tank, latest)) ? limitsOf(tank, metric) : null
  const side = range && sideOf(latest.value, range)
  return (
    <Box
      component="span"
      sx={{
        whiteSpace: 'nowrap',
        fontVariantNumeric: 'tabular-nums',
        ...(isOld ? { color: 'text.secondary' } : {}),
        ...(side ? { fontWeight: 700 } : {}),
      }}
    >
      {formatMetric(metric, latest.value)}
      {side && (
        <>
          {side === 'high' ? ' ↑' : ' ↓'}
          <span style={visuallyHidden}>{t(`tanks.detail.${side}`)}</span>
        </>
      )}
    </Box>
  )
}
