import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { useTranslation } from 'react-i18next'
import { metricText } from '../../../shared/format/number.ts'
import type { TankReading } from './tank-reading.ts'

/** Digits, and the unit smaller. */
const SIZES = {
  tile: { value: { xs: '1.5rem', sm: '2rem' }, unit: { xs: '0.875rem', sm: '1.0625rem' } },
  /** To be read from some metres away: 48 px. */
  side: { value: { xs: '2.25rem', sm: '3rem' }, unit: { xs: '1.125rem', sm: '1.5rem' } },
} as const

interface Props {
  reading: TankReading
  size?: keyof typeof SIZES
}

/** The value with its unit smaller; greyed when old. */
export function ValueText({ reading: { metric, value, state }, size = 'tile' }: Props) {
  const { t } = useTranslation()
  const look = {
    fontSize: SIZES[size].value,
    fontWeight: 700,
    lineHeight: 1.25,
    color: value === null || state === 'stale' ? 'text.secondary' : 'text.primary',
  } as const
  if (value === null) {
    return (
      <Typography component="p" sx={look}>
        <span aria-hidden>—</span>
        <Box component="span" sx={visuallyHidden}>
          {t('common.live.noData')}
        </Box>
      </Typography>
    )
  }
  const { prefix, number, suffix } = metricText(metric, value)
  const unit = (text: string) => (
    <Box component="span" sx={{ fontSize: SIZES[size].unit, fontWeight: 500 }}>
      {text}
    </Box>
  )
  return (
    <Typography component="p" noWrap sx={look}>
      {unit(prefix)}
      {number}
      {suffix && unit(` ${suffix}`)}
    </Typography>
  )
}
