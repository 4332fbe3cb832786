import {
  mdiCalendarMonthOutline,
  mdiCalendarRange,
  mdiChartLine,
  mdiChevronLeft,
  mdiChevronRight,
  mdiPause,
  mdiPlay,
  mdiTableLarge,
} from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../clock/server-clock.ts'
import { type RowAction, RowActions } from '../list/RowActions.tsx'
import { useNarrow } from '../list/use-narrow.ts'
import { isFollowing, stepRange, type TimeRange } from './time-range.ts'
import { Icon } from '../ui/Icon.tsx'
import { CustomRangePopover } from './CustomRangePopover.tsx'
import { TimeSteps } from './TimeSteps.tsx'

const PRESETS = [
  { from: 'now-6h', label: 'common.time.short6h' },
  { from: 'now-24h', label: 'common.time.short24h' },
  { from: 'now-7d', label: 'common.time.short7d' },
  { from: 'now-30d', label: 'common.time.short30d' },
] as const
/** Those that fit into one row of a phone; the others are in its menu. */
const NARROW_PRESETS = [{ from: 'now-1h', label: 'common.time.short1h' }, ...PRESETS.slice(0, 3)] as const
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
export function ChartToolbar(props: ChartToolbarProps) {
  const [custom, setCustom] = useState<HTMLElement | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const Toolbar = useNarrow() ? NarrowToolbar : WideToolbar
  const { view, show } = props
  return (
    <>
      <Toolbar {...props} customRef={setCustom} onCustom={() => setIsOpen(true)} />
      <CustomRangePopover
        anchor={custom}
        isOpen={isOpen}
        range={view.range}
        onClose={() => setIsOpen(false)}
        onApply={(next) => {
          setIsOpen(false)
          show({ range: next, isPaused: false })
        }}
      />
    </>
  )
}

interface ToolbarProps extends ChartToolbarProps {
  /** Where the popover of the custom range stands. */
  customRef: (element: HTMLElement | null) => void
  onCustom: () => void
}

/** One row of 44 px: the usual ranges, and everything else in a menu. */
function NarrowToolbar({ view: { range, isPaused, isTable }, show, missed, customRef, onCustom }: ToolbarProps) {
  const { t } = useTranslation()
  const follows = isFollowing(range)
  const last30 = PRESETS[3]
  const to = (next: TimeRange) => show({ range: next, isPaused: false })
  const step = (direction: -1 | 1) => to(stepRange(range, direction, serverNow()))
  const actions: RowAction[] = [
    { label: t(last30.label), icon: mdiCalendarMonthOutline, onClick: () => to({ from: last30.from, to: 'now' }) },
    { label: t('common.time.shortCustom'), icon: mdiCalendarRange, onClick: onCustom },
    { label: t('common.time.earlier'), icon: mdiChevronLeft, onClick: () => step(-1) },
    ...(follows
      ? [
          {
            label: t(isPaused ? 'common.live.resume' : 'common.live.pause'),
            icon: isPaused ? mdiPlay : mdiPause,
            onClick: () => show({ isPaused: !isPaused }),
          },
        ]
      : [
          { label: t('common.time.later'), icon: mdiChevronRight, onClick: () => step(1) },
          { label: t('common.time.jumpToNow'), icon: mdiPlay, onClick: () => to({ from: 'now-24h', to: 'now' }) },
        ]),
    {
      label: t(isTable ? 'common.aria.showAsChart' : 'common.aria.showAsTable'),
      icon: isTable ? mdiChartLine : mdiTableLarge,
      onClick: () => show({ isTable: !isTable }),
    },
  ]
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <ToggleButtonGroup
          exclusive
          value={follows ? range.from : null}
          onChange={(_, next: string | null) => next !== null && to({ from: next, to: 'now' })}
          aria-label={t('common.time.range')}
          sx={{ bgcolor: 'background.paper' }}
        >
          {NARROW_PRESETS.map(({ from, label }) => (
            <ToggleButton key={from} value={from} sx={{ ...BUTTON, minHeight: 44, px: 1.25, py: 0.5 }}>
              {t(label)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Box ref={customRef} sx={{ '& button': { width: 44, height: 44 } }}>
          <RowActions name={t('common.time.range')} actions={actions} />
        </Box>
      </Box>
      <Box role="status" sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
        {isPaused && missed > 0 && t('common.live.newWhilePaused', { count: missed })}
      </Box>
    </>
  )
}

function WideToolbar({ view: { range, isPaused, isTable }, show, missed, customRef, onCustom }: ToolbarProps) {
  const { t } = useTranslation()
  const follows = isFollowing(range)
  const preset = follows && PRESETS.some(({ from }) => from === range.from) ? range.from : CUSTOM

  const choose = (next: string | null) => {
    // The custom button opens the popover also when it is selected already.
    if (next === CUSTOM || (next === null && preset === CUSTOM)) onCustom()
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
        <ToggleButton ref={customRef} value={CUSTOM} aria-haspopup="dialog" sx={BUTTON}>
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
    </Box>
  )
}

const BUTTON = {
  px: { xs: 1, sm: 1.5 },
  minHeight: 40,
  fontSize: '0.8125rem',
  whiteSpace: 'nowrap',
} as const
