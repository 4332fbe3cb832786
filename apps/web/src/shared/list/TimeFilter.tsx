import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { SxProps } from '@mui/material/styles'
import type { ParseKeys } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CustomRangePopover } from '../charts/CustomRangePopover.tsx'
import { readTime, type OpenTimeRange } from '../charts/time-range.ts'
import { serverNow } from '../clock/server-clock.ts'
import { formatDateTime } from '../format/date-time.ts'

const PRESETS = [
  { from: 'now-15m', label: 'common.time.last15m' },
  { from: 'now-1h', label: 'common.time.last1h' },
  { from: 'now-24h', label: 'common.time.last24h' },
  { from: 'now-7d', label: 'common.time.last7d' },
] as const satisfies Preset[]
interface Preset {
  /** A distance from now: `now-24h`. */
  from: string
  label: ParseKeys
}
const ALL = 'all'
const TYPED = 'typed'
const CUSTOM = 'custom'
const DEFAULT_TYPED = { from: 'now-1h', to: 'now' }

interface Props {
  search: OpenTimeRange
  label?: string
  /** The text for no window; absent where there always is one. */
  allTimes?: string
  presets?: readonly Preset[]
  /** The text of a window that is not offered; default: its two ends. */
  typedText?: string | undefined
  sx?: SxProps
  onChange: (part: OpenTimeRange) => void
}

/** A window of time: all times, one that moves with the clock, or two typed ends. */
export function TimeFilter({
  search,
  label,
  allTimes,
  presets = PRESETS,
  typedText,
  sx = { minWidth: 170 },
  onChange,
}: Props) {
  const { t } = useTranslation()
  const [field, setField] = useState<HTMLElement | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const { from, to } = search
  const preset = to === undefined && presets.some((each) => each.from === from) ? from : TYPED
  const typed = [from, to ?? 'now'].map((end) => formatDateTime(readTime(end ?? 'now', serverNow()) ?? 0)).join(' – ')

  function choose(value: string): void {
    if (value === CUSTOM) setIsOpen(true)
    else if (value !== TYPED) onChange({ from: value === ALL ? undefined : value, to: undefined })
  }
  return (
    <>
      <TextField
        select
        ref={setField}
        size="small"
        label={label ?? t('common.time.range')}
        value={from === undefined ? ALL : preset}
        onChange={(event) => choose(event.target.value)}
        sx={sx}
      >
        {allTimes !== undefined && <MenuItem value={ALL}>{allTimes}</MenuItem>}
        {presets.map((each) => (
          <MenuItem key={each.from} value={each.from}>
            {t(each.label)}
          </MenuItem>
        ))}
        {from !== undefined && preset === TYPED && <MenuItem value={TYPED}>{typedText ?? typed}</MenuItem>}
        <MenuItem value={CUSTOM}>{t('common.time.custom')}…</MenuItem>
      </TextField>
      <CustomRangePopover
        anchor={field}
        isOpen={isOpen}
        range={from === undefined ? DEFAULT_TYPED : { from, to: to ?? 'now' }}
        onClose={() => setIsOpen(false)}
        onApply={(range) => {
          setIsOpen(false)
          onChange(range)
        }}
      />
    </>
  )
}
