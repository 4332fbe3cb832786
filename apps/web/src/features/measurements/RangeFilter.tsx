import { mdiMagnifyMinusOutline, mdiMagnifyPlusOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CustomRangePopover } from '../../shared/charts/CustomRangePopover.tsx'
import { isFollowing, readTime, timeSpan, type TimeRange, toTyped, zoomRange } from '../../shared/charts/time-range.ts'
import { TimeSteps } from '../../shared/charts/TimeSteps.tsx'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { formatLength } from '../../shared/format/age.ts'
import { Icon } from '../../shared/ui/Icon.tsx'

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

/** Sets the window: one that follows the clock, or two typed ends; buttons move it by its width and make it narrower and wider. */
export function RangeFilter({ range, onChange }: Props) {
  const { t } = useTranslation()
  const [field, setField] = useState<HTMLElement | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const follows = isFollowing(range)
  const preset = follows && PRESETS.some(({ from }) => from === range.from) ? range.from : TYPED
  const now = serverNow()
  const span = timeSpan(range, now)
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
      {/* On the narrowest screens all four buttons wrap together. */}
      <Box sx={{ display: 'flex' }}>
        <TimeSteps range={range} onStep={onChange} />
        <ZoomButtons range={range} onChange={onChange} />
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

const ZOOMS = [
  { direction: 'out', label: 'explorer.zoomOut', icon: mdiMagnifyMinusOutline },
  { direction: 'in', label: 'explorer.zoomIn', icon: mdiMagnifyPlusOutline },
] as const

/** Halves or doubles the window, for users who cannot drag over a chart. */
function ZoomButtons({ range, onChange }: Props) {
  const { t } = useTranslation()
  return ZOOMS.map(({ direction, label, icon }) => {
    const next = zoomRange(range, direction, serverNow())
    return (
      <Tooltip key={direction} title={t(label)}>
        <span>
          <IconButton aria-label={t(label)} disabled={next === null} onClick={() => next && onChange(next)}>
            <Icon path={icon} />
          </IconButton>
        </span>
      </Tooltip>
    )
  })
}
