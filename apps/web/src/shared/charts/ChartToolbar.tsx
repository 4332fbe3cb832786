import { mdiChartLine, mdiPause, mdiPlay, mdiTableLarge } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFollowing, type TimeRange } from './time-range.ts'
import { Icon } from '../ui/Icon.tsx'
import { CustomRangePopover } from './CustomRangePopover.tsx'
import { TimeSteps } from './TimeSteps.tsx'

const PRESETS = [
  { from: 'now-6h', label: 'common.time.short6h' },
  { from: 'now-24h', label: 'common.time.short24h' },
  { from: 'now-7d', label: 'common.time.short7d' },
  { from: 'now-30d', label: 'common.time.short30d' },
] as const
const CUSTOM = 'custom'

/** What the charts show; a part of the page's address. */
export interface ChartView {
  range: TimeRange
  isPaused: boolean
  isTable: boolean
}

interface ChartToolbarProps {
  view: ChartView
  show: (changes: Partial<ChartView>) => void
  /** Number of readings that arrived during the pause. */
  missed: number
}

/** Chooses the time range, pauses the charts, and switches between charts and table. */
export function ChartToolbar({ view: { range, isPaused, isTable }, show, missed }: ChartToolbarProps) {
  const { t } = useTranslation()
  const [custom, setCustom] = useState<HTMLElement | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const follows = isFollowing(range)
  const preset = follows && PRESETS.some(({ from }) => from === range.from) ? range.from : CUSTOM

  const choose = (next: string | null) => {
    // The custom button opens the popover also when it is selected already.
    if (next === CUSTOM || (next === null && preset === CUSTOM)) setIsOpen(true)
    else if (next !== null) show({ range: { from: next, to: 'now' }, isPaused: false })
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <ToggleButtonGroup
        exclusive
        value={preset}
        onChange={(_, next: string | null) => choose(next)}
        aria-label={t('common.time.range')}
        sx={{ bgcolor: 'background.paper' }}
      >
        {PRESETS.map(({ from, label }) => (
          <ToggleButton key={from} value={from} sx={BUTTON}>
            {t(label)}
          </ToggleButton>
        ))}
        <ToggleButton ref={setCustom} value={CUSTOM} aria-haspopup="dialog" sx={BUTTON}>
          {t('common.time.shortCustom')}
        </ToggleButton>
      </ToggleButtonGroup>
      <TimeSteps range={range} onStep={(next) => show({ range: next, isPaused: false })} />
      {follows ? (
        <Button
          variant="outlined"
          startIcon={<Icon path={isPaused ? mdiPlay : mdiPause} />}
          onClick={() => show({ isPaused: !isPaused })}
          sx={{ bgcolor: 'background.paper' }}
        >
          {isPaused ? t('common.live.resume') : t('common.live.pause')}
        </Button>
      ) : (
        <Button onClick={() => show({ range: { from: 'now-24h', to: 'now' }, isPaused: false })}>
          {t('common.time.jumpToNow')}
        </Button>
      )}
      <Box role="status" sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
        {isPaused && missed > 0 && t('common.live.newWhilePaused', { count: missed })}
      </Box>
      <Button
        startIcon={<Icon path={isTable ? mdiChartLine : mdiTableLarge} />}
        onClick={() => show({ isTable: !isTable })}
        sx={{ ml: 'auto' }}
      >
        {isTable ? t('common.aria.showAsChart') : t('common.aria.showAsTable')}
      </Button>
      <CustomRangePopover
        anchor={custom}
        isOpen={isOpen}
        range={range}
        onClose={() => setIsOpen(false)}
        onApply={(next) => {
          setIsOpen(false)
          show({ range: next, isPaused: false })
        }}
      />
    </Box>
  )
}

const BUTTON = {
  px: { xs: 1, sm: 1.5 },
  minHeight: 40,
  textTransform: 'none',
  fontWeight: 700,
  fontSize: '0.8125rem',
  whiteSpace: 'nowrap',
} as const
