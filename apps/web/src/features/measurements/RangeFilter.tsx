import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CustomRangePopover } from '../../shared/charts/CustomRangePopover.tsx'
import { isFollowing, readTime, spanOf, type TimeRange, toTyped } from '../../shared/charts/time-range.ts'
import { TimeSteps } from '../../shared/charts/TimeSteps.tsx'
import { ZoomSteps } from './ZoomSteps.tsx'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { formatLength } from '../../shared/format/age.ts'

const PRESETS = [
  { from: 'now-1h', label: 'common.time.last1h' },
  { from: 'now-6h', label: 'common.time.last6h' },
  { from: 'now-24h', label: 'common.time.last24h' },
  { from: 'now-7d', label: 'common.time.last7d' },
  { from: 'now-30d', label: 'common.time.last30d' },
  { from: 'now-365d', label: 'explorer.last365d' },
] as const
const TYPED = 'typed'
const CUSTOM = 'custom'

interface Props {
  range: TimeRange
  onChange: (range: TimeRange) => void
}

/** The window: one that moves with the clock, or two typed ends; arrows go one width back and forth, lenses make it narrower and wider. */
export function RangeFilter({ range, onChange }: Props) {
  const { t } = useTranslation()
  const [field, setField] = useState<HTMLElement | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const follows = isFollowing(range)
  const preset = follows && PRESETS.some(({ from }) => from === range.from) ? range.from : TYPED
  const now = serverNow()
  const span = spanOf(range, now)
  const words =
    follows && span
      ? t('explorer.lastWidth', { width: formatLength(span.to - span.from) })
      : [range.from, range.to].map((end) => toTyped(readTime(end, now) ?? 0)).join(' – ')

  function choose(value: string): void {
    if (value === CUSTOM) setIsOpen(true)
    else if (value !== TYPED) onChange({ from: value, to: 'now' })
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', flex: { xs: '1 1 100%', sm: '0 0 auto' } }}>
      <TextField
        select
        ref={setField}
        size="small"
        label={t('measurements.filters.dateRange')}
        value={preset}
        onChange={(event) => choose(event.target.value)}
        sx={{ minWidth: { sm: 170 }, flex: { xs: '1 1 160px', sm: 'none' } }}
      >
        {PRESETS.map((each) => (
          <MenuItem key={each.from} value={each.from}>
            {t(each.label)}
          </MenuItem>
        ))}
        {preset === TYPED && <MenuItem value={TYPED}>{words}</MenuItem>}
        <MenuItem value={CUSTOM}>{t('common.time.custom')}…</MenuItem>
      </TextField>
      {/* On the narrowest screens all four stand below. */}
      <Box sx={{ display: 'flex' }}>
        <TimeSteps range={range} onStep={onChange} />
        <ZoomSteps range={range} onZoom={onChange} />
      </Box>
      <CustomRangePopover
        anchor={field}
        isOpen={isOpen}
        range={range}
        onClose={() => setIsOpen(false)}
        onApply={(next) => {
          setIsOpen(false)
          onChange(next)
        }}
      />
    </Box>
  )
}
