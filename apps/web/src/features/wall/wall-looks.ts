import type { SxProps, Theme } from '@mui/material/styles'
import { sparkLooks } from '../../shared/charts/spark-looks.ts'

/** Looks as an object, which a component can spread into its own. */
type Looks = Exclude<SxProps<Theme>, readonly unknown[] | ((theme: Theme) => unknown)>

/** Of the picture of a plan and what is shown in its place: the rest of the screen. */
export const PLAN_HEIGHT = { xs: 'min(62dvh, 130vw)', md: 'max(420px, calc(100dvh - 124px))' }

/** The ground of what is silent. */
export const hatch = ({ tokens }: Theme) =>
  `repeating-linear-gradient(135deg, ${tokens.status.offline.bg} 0 2px, transparent 2px 9px)`

/** Border and ground of a state, for tiles of every size. The state is the attribute `data-state`; colour is never the only difference. */
export function stateLooks(theme: Theme): Looks {
  const { palette, alarm, status } = theme.tokens
  const strip = { background: 'var(--fill)', color: 'var(--on-fill)' }
  return {
    '&[data-state=crit]': {
      '--fill': alarm.critical_unack.fill,
      '--on-fill': alarm.critical_unack.text,
      '--alarm': alarm.critical_ack.text,
      border: `3px solid ${alarm.critical_unack.border}`,
    },
    '&[data-state=warn]': {
      '--fill': alarm.warning_unack.fill,
      '--on-fill': alarm.warning_unack.text,
      '--alarm': alarm.warning_ack.text,
      border: `2px solid ${alarm.warning_unack.border}`,
    },
    '&[data-state=crit]:not([data-ack]) .head, &[data-state=warn]:not([data-ack]) .head': strip,
    '&[data-ack] .head': { color: 'var(--alarm)' },
    '&[data-state=fore]': { border: `2px dashed ${alarm.warning_unack.border}` },
    '&[data-state=suspect]': { border: `2px dotted ${alarm.warning_unack.border}` },
    '&[data-state=fore] .head, &[data-state=suspect] .head': { color: alarm.warning_ack.text },
    '&[data-state=silent]': {
      background: `${hatch(theme)}, ${palette.surfaceVariant}`,
      border: `1px dashed ${status.offline.border}`,
      '& .head': { color: status.offline.text },
      '& .value': { color: palette.textSecondary, fontWeight: 500 },
    },
    '&[data-out=""]:not([data-state=crit])': { '--alarm': alarm.warning_ack.text },
    '&[data-out=""]:is([data-state=silent], [data-state=stale])': {
      border: `2px dashed ${alarm.warning_unack.border}`,
    },
    '&[data-out=crit]': { '--alarm': alarm.critical_ack.text },
    '&[data-out=crit]:is([data-state=silent], [data-state=stale])': {
      border: `3px dashed ${alarm.critical_unack.border}`,
    },
    '& .value[data-side]': { color: 'var(--alarm)', fontWeight: 800 },
    '&[data-state=stale] .head': { color: status.stale.text },
    '&[data-state=stale] .value:not([data-side])': { color: palette.textSecondary },
    '&[data-state=mode], &[data-state=suspended]': { background: palette.surfaceVariant, borderColor: palette.outline },
  }
}

/** Everything about a tile that its state does not change. */
export function tileBase(theme: Theme): Looks {
  const { palette } = theme.tokens
  return {
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    position: 'relative',
    overflow: 'hidden',
    minWidth: 0,
    color: palette.textPrimary,
    background: palette.surface,
    border: `1px solid ${palette.divider}`,
    textDecoration: 'none',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    '&:hover': { borderColor: palette.outline },
    '& .head': { display: 'flex', alignItems: 'center', gap: '4px', fontWeight: 600, color: palette.textSecondary },
    '& .arrow': { fontSize: '0.8em' },
    '& .code': { overflow: 'hidden', textOverflow: 'ellipsis' },
    ...sparkLooks(theme),
    '& .spark': { display: 'block', width: '100%', marginTop: 'auto' },
  }
}

const TILE_HEIGHT = '91px'

/** Tiles a little lower where that shows all places without scrolling. The screen also holds its own bar, the heading, and the heads of the places. */
const fittingRows: Looks = {
  '--rows': 'var(--rows-6)',
  '--tile-height': `clamp(74px, calc((100dvh - 118px - var(--heads) * 28px) / var(--rows) - 6px), ${TILE_HEIGHT})`,
  '@media (min-width:1200px)': { '--rows': 'var(--rows-9)' },
  '@media (min-width:1701px)': { '--rows': 'var(--rows-12)' },
}

/** The look of the tiles inside an element; by class names, because a style for each of a thousand tiles would be computed again on every paint. */
export function tileLooks(theme: Theme): Looks {
  const { palette, chart } = theme.tokens
  return {
    '& .tile, & .heat': { ...tileBase(theme), ...stateLooks(theme) },
    ...fittingRows,
    '& .tile': {
      height: `var(--tile-height, ${TILE_HEIGHT})`,
      padding: '0 8px 4px',
      borderRadius: '8px',
      '& .head': { fontSize: 12, lineHeight: '16px', margin: '0 -8px 1px', padding: '4px 8px 0', minHeight: 18 },
      '& .note': { marginInlineStart: 'auto', fontWeight: 500 },
      '& .icon': { fontSize: 16 },
      '& .values': { display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', columnGap: '4px' },
      '& .values > span': { display: 'flex', alignItems: 'baseline', minWidth: 0 },
      '& .value': { flex: 'none', fontSize: 20, lineHeight: '25px', fontWeight: 600 },
      // The name of a metric is shortened before a number is cut.
      '& .unit': {
        fontSize: 11,
        fontWeight: 500,
        color: palette.textSecondary,
        marginInline: '2px',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
      },
      '&:not(.big) .tight :is(.value, .unit)': { letterSpacing: '-0.3px' },
      '&:not(.big) .tight .value': { fontSize: 15 },
      // The value that is out of range needs space for its arrow.
      '&:not(.big) .values:not(.tight) :is(span:has([data-side]) + span, span:has(+ span [data-side])) .value': {
        fontSize: 16,
      },
      '& .spark': { height: `min(32px, calc(var(--tile-height, ${TILE_HEIGHT}) - 52px))` },
      '&[data-state=suspended] .value': { fontSize: 13, fontWeight: 500, color: palette.textSecondary },
      '&.big': {
        height: 138,
        '& .head': { fontSize: 15, lineHeight: '20px', paddingTop: '4px', paddingBottom: '3px' },
        '& .value': { fontSize: 32, lineHeight: '42px' },
        '& .icon': { fontSize: 20 },
        '& .spark': { height: 50 },
      },
    },
    '& .heat': {
      height: 50,
      borderRadius: '7px',
      alignItems: 'center',
      justifyContent: 'center',
      textAlign: 'center',
      '& .head': { fontSize: 11, lineHeight: '13px', gap: '2px', maxWidth: '100%' },
      '& .icon': { fontSize: 13, flexShrink: 0 },
      // Two signs must leave space for the code.
      '& .icon + .icon, & .icon:has(+ .icon)': { fontSize: 11, marginInlineStart: '-2px' },
      '& .value': { fontSize: 16, lineHeight: '19px', fontWeight: 600 },
      '& .unit': { fontSize: 10, fontWeight: 500, marginInlineEnd: '2px' },
      // Above its value, since the field is as narrow as a value.
      '& .name': {
        display: 'block',
        fontSize: 10,
        lineHeight: '11px',
        fontWeight: 500,
        overflow: 'hidden',
        textOverflow: 'ellipsis',
      },
      '& .name ~ .value': {
        fontSize: 14,
        lineHeight: '15px',
        letterSpacing: '-0.4px',
        '& .arrow': { fontSize: '0.7em' },
      },
      '& :has(> .name)': { maxWidth: '100%', lineHeight: '15px', '& + .bar': { display: 'none' } },
      '& .bar': {
        position: 'absolute',
        left: 5,
        right: 5,
        bottom: 3,
        height: 3,
        borderRadius: '2px',
        background: chart.bandFill.composited,
      },
      '& .bar i': {
        position: 'absolute',
        top: -1,
        width: 3,
        height: 5,
        borderRadius: '1px',
        marginLeft: '-1px',
        background: palette.textSecondary,
      },
      '&[data-state=crit]:not([data-ack]), &[data-state=warn]:not([data-ack])': {
        background: 'var(--fill)',
        '& .head, & .value, & .unit, & .name': { color: 'var(--on-fill)' },
      },
      '&[data-ack]:is([data-state=crit], [data-state=warn]) :is(.head, .value, .unit, .name)': {
        color: 'var(--alarm)',
      },
      '&[data-state=suspended] .value': { fontSize: 11, fontWeight: 500 },
    },
  }
}
