import { type MetricKey, metricOf, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useTranslation } from 'react-i18next'
import type { ShownTank } from './wall-tanks.ts'

const SHOWN = 4

interface Props {
  tanks: readonly ShownTank[]
  chosen: MetricKey
  onChoose: (metric: MetricKey) => void
}

/** Which metric the fields of a phone show: those of the water that a tank delivers. */
export function MetricChips({ tanks, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const known = SCREEN_ORDER.filter((metric) => tanks.some(({ tank }) => tank.values[metric] !== undefined))
  if (known.length < 2) return null
  return (
    <Box
      role="group"
      aria-label={t('wall.metric')}
      sx={{ display: 'flex', gap: 1, overflowX: 'auto', py: 0.5, scrollbarWidth: 'none' }}
    >
      {known.slice(0, SHOWN).map((metric) => (
        <Chip
          key={metric}
          clickable
          label={metric === 'tank_temperature' ? `Tank ${metricOf(metric).unit}` : t(`measurements.metrics.${metric}`)}
          variant={metric === chosen ? 'filled' : 'outlined'}
          color={metric === chosen ? 'primary' : 'default'}
          aria-pressed={metric === chosen}
          onClick={() => onChoose(metric)}
          sx={{ height: 36, borderRadius: '18px', my: 0.5, flexShrink: 0 }}
        />
      ))}
    </Box>
  )
}
