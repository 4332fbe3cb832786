import { metricOf } from '@dalyan/contracts/metrics'
import { isOfLimit, type AlarmKind, type Severity } from '@dalyan/contracts/alarm-words'
import { mdiArrowDown, mdiArrowUp, mdiBellSleepOutline, mdiHelpRhombusOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { alarmLook, type AlarmLookName, SEVERITY_ICON } from '../../alarms/public/alarm-look.ts'
import { AnalogBar } from '../../../shared/charts/AnalogBar.tsx'
import { useFromNow } from '../../../shared/clock/use-now.ts'
import { formatDuration } from '../../../shared/format/age.ts'
import { formatMetric, metricText } from '../../../shared/format/number.ts'
import { AgeText } from '../../../shared/ui/AgeText.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { StatusChip } from '../../../shared/ui/StatusChip.tsx'
import { distanceWords, rangeWords } from './metric-words.ts'
import type { TankReading } from './tank-reading.ts'

const SIZES = {
  tile: {
    box: { p: { xs: 1.25, sm: 1.75 } },
    value: { xs: '1.5rem', sm: '2rem' },
    unit: { xs: '0.875rem', sm: '1.0625rem' },
  },
  /** To be read from some metres away: 48 px. */
  side: {
    box: {
      display: 'flex',
      flexDirection: 'column',
      justifyContent: 'space-between',
      px: { xs: 1.25, sm: 2 },
      py: { xs: 1, sm: 1.25 },
    },
    value: { xs: '2.25rem', sm: '3rem' },
    unit: { xs: '1.125rem', sm: '1.5rem' },
  },
} as const

interface Props {
  reading: TankReading
  size: keyof typeof SIZES
  /** Leaves out the word before the range. */
  isShort: boolean
  title: ReactNode
  /** Stands beside the value. */
  aside?: ReactNode
}

/** One metric, now: value, unit, position in its range (as text too), and age. Its border is that of its alarm, where the value is out of range or its alarm is open. */
export function Tile({ reading, size, isShort, title, aside }: Props) {
  const { metric, state, value, limits, outside, alarm, isHeld } = reading
  const { tokens } = useTheme()
  const look = isHeld ? null : outside ? (`${outside.severity}_unack` as const) : alarm && alarmLook(alarm)
  const borderColor = look ? tokens.alarm[look].border : tokens.palette.divider
  return (
    <Paper
      component="li"
      variant="outlined"
      data-metric={metric}
      data-state={state}
      sx={{
        ...SIZES[size].box,
        position: 'relative',
        minWidth: 0,
        borderColor,
        ...(isHeld ? { borderStyle: 'dashed', borderColor: tokens.palette.outline } : {}),
        boxShadow: look ? `0 0 0 1px ${borderColor}` : 'none',
        '&:has(a):hover': { borderColor: 'text.secondary' },
        '&:has(a:focus-visible)': { outline: `3px solid ${tokens.palette.focusRing}`, outlineOffset: 2 },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          gap: '2px 8px',
          minHeight: 26,
        }}
      >
        <Typography
          variant="h3"
          noWrap
          sx={{ color: 'text.secondary', fontSize: size === 'side' ? '1.0625rem' : undefined }}
        >
          {title}
        </Typography>
        <ValueStateChip reading={reading} />
      </Box>
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          gap: 1,
          minHeight: size === 'tile' ? { xs: 36, sm: 44 } : undefined,
        }}
      >
        <ValueText reading={reading} size={size} />
        {aside}
      </Box>
      <Box>
        <AnalogBar
          value={value}
          limits={limits}
          bounds={metricOf(metric)}
          isOutside={outside !== null}
          isStale={state === 'stale'}
        />
        <TileText reading={reading} isShort={isShort} />
      </Box>
    </Paper>
  )
}

/** The value with its unit smaller; grey when old. */
function ValueText({ reading: { metric, value, state }, size }: Pick<Props, 'reading' | 'size'>) {
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

/** The state of a value; `in range` is only for screen readers. An old value keeps the mark of its open alarm. */
function ValueStateChip({ reading: { state, outside, alarm, value, isHeld, refused } }: { reading: TankReading }) {
  const { t } = useTranslation()
  if (isHeld) return <HeldMark />
  if (alarm) return <AlarmMark kind={alarm.kind} severity={alarm.severity} look={alarmLook(alarm)} />
  if (state === 'stale')
    return <StatusChip look="stale" label={t(refused ? 'tanks.detail.suspect' : 'common.live.stale')} />
  if (state === 'none') {
    if (value !== null) return null
    return (
      <Box component="span" aria-hidden sx={{ fontSize: '0.8125rem', color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {t('common.live.noData')}
      </Box>
    )
  }
  if (!outside) {
    return (
      <Box component="span" sx={visuallyHidden}>
        {t('tanks.detail.inRange')}
      </Box>
    )
  }
  return <AlarmMark kind={outside.side} severity={outside.severity} look={`${outside.severity}_unack`} />
}

/** The value is out of range, but a mode holds its alarm. */
function HeldMark() {
  const { t } = useTranslation()
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, fontSize: '0.8125rem', color: 'text.secondary' }}
    >
      <Icon path={mdiBellSleepOutline} sx={{ fontSize: 16 }} />
      {t('tankModes.heldValue')}
    </Box>
  )
}

interface MarkProps {
  kind: AlarmKind
  severity: Severity
  look: AlarmLookName
}

function AlarmMark({ kind, severity, look }: MarkProps) {
  const { t } = useTranslation()
  const { border, fill, text } = useTheme().tokens.alarm[look]
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        px: 0.75,
        minHeight: 24,
        borderRadius: 1,
        border: `1px ${look === 'rtn_unack' ? 'dashed' : 'solid'} ${border}`,
        bgcolor: fill,
        color: text,
        fontSize: '0.8125rem',
        fontWeight: 700,
        whiteSpace: 'nowrap',
      }}
    >
      <Icon path={SEVERITY_ICON[severity]} titleAccess={t(`alarms.severity.${severity}`)} sx={{ fontSize: 16 }} />
      {kind === 'silent' ? t('common.live.noData') : t(`tanks.detail.${kind}`)}
      {isOfLimit(kind) && <Icon path={kind === 'high' ? mdiArrowUp : mdiArrowDown} sx={{ fontSize: 16 }} />}
    </Box>
  )
}

/** The text below the bar: how far out or how old, the range, the source and the age. */
function TileText({ reading, isShort }: Pick<Props, 'reading' | 'isShort'>) {
  const { t } = useTranslation()
  const { metric, state, limits, outside, wasOutside, measuredAt, terminal, isByHand, refused } = reading
  return (
    <Typography
      component="div"
      variant="body2"
      sx={{
        display: 'flex',
        gap: '0 8px',
        '& > strong': { width: { xs: '100%', sm: 'auto' } },
        flexWrap: 'wrap',
        fontSize: '0.8125rem',
        lineHeight: 1.5,
        color: 'text.secondary',
      }}
    >
      {outside && (
        <Box component="strong" sx={{ color: ({ tokens }) => tokens.palette.error.text }}>
          {distanceWords(t, metric, outside)}
        </Box>
      )}
      {state === 'stale' && measuredAt !== null && (
        <Box component="strong" sx={{ color: ({ tokens }) => tokens.status.stale.text }}>
          <StaleSince measuredAt={measuredAt} isRefused={refused !== null} />
        </Box>
      )}
      {wasOutside && (
        <Box component="strong" sx={{ color: 'text.primary' }}>
          {t('tanks.detail.wasOutside')}
        </Box>
      )}
      {refused && (
        <Box component="strong" sx={{ color: ({ tokens }) => tokens.status.stale.text }}>
          <Icon path={mdiHelpRhombusOutline} sx={{ fontSize: 16, verticalAlign: 'text-bottom', mr: 0.5 }} />
          {t('tanks.detail.refused', {
            value: formatMetric(metric, refused.value),
            reason: t(`measurements.refusal.${refused.reason}`),
          })}
        </Box>
      )}
      <span>{rangeWords(t, metric, limits, isShort)}</span>
      {terminal && <span lang="en">{terminal}</span>}
      {isByHand && <span>{t('tanks.detail.byHand')}</span>}
      {measuredAt !== null && state !== 'stale' && (
        <Box component="span" sx={{ ml: 'auto', pl: { sm: 1 } }}>
          <AgeText at={measuredAt} align="end" />
        </Box>
      )}
    </Typography>
  )
}

function StaleSince({ measuredAt, isRefused }: { measuredAt: number; isRefused: boolean }) {
  const { t } = useTranslation()
  const age = useFromNow((now) => formatDuration(now - measuredAt))
  return t(isRefused ? 'tanks.detail.lastAccepted' : 'common.live.staleSince', { age })
}
