import type { SxProps, Theme } from '@mui/material/styles'
import { stateLooks, tileBase } from '../wall-looks.ts'

/** The looks of the tanks on a plan, whose diameter is `--spot`. */
export function spotLooks(theme: Theme): SxProps<Theme> {
  const { palette, alarm } = theme.tokens
  return {
    '& .spot': {
      ...tileBase(theme),
      ...stateLooks(theme),
      position: 'absolute',
      width: 'var(--spot)',
      height: 'var(--spot)',
      transform: 'translate(-50%, -50%)',
      borderColor: palette.outline,
      borderRadius: '50%',
      overflow: 'visible',
      alignItems: 'center',
      justifyContent: 'center',
      padding: 0,
      font: 'inherit',
      lineHeight: 1.2,
      '& .head': { fontSize: 'calc(var(--spot) * 0.22)', maxWidth: '88%', background: 'none' },
      '& .value': { fontSize: 'calc(var(--spot) * 0.28)', fontWeight: 700, maxWidth: '100%' },
      '& .value:has(.arrow)': { fontSize: 'calc(var(--spot) * 0.24)', '& .arrow': { fontSize: '0.6em' } },
      '& .unit': { fontSize: 'calc(var(--spot) * 0.2)', fontWeight: 500, marginInlineEnd: '1px' },
      '& .metric': {
        fontSize: 'calc(var(--spot) * 0.2)',
        maxWidth: '76%',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
      },
      '& .badge': {
        position: 'absolute',
        top: 'calc(var(--spot) * -0.2)',
        right: 'calc(var(--spot) * -0.2)',
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        minWidth: 'calc(var(--spot) * 0.4)',
        height: 'calc(var(--spot) * 0.4)',
        borderRadius: 'calc(var(--spot) * 0.2)',
        fontSize: 'calc(var(--spot) * 0.28)',
        background: palette.surface,
        color: palette.textPrimary,
        border: `1px solid ${palette.outline}`,
      },
      // Seen above its neighbours, whichever of them is drawn later.
      '&[data-state=crit], &[data-state=warn], &:hover, &:focus-visible, &[data-chosen]': { zIndex: 1 },
      '&[data-state=crit]:not([data-ack]), &[data-state=warn]:not([data-ack])': {
        background: 'var(--fill)',
        '& .head, & .value, & .unit, & .metric': { color: 'var(--on-fill)' },
      },
      '&[data-ack]:is([data-state=crit], [data-state=warn]) :is(.head, .value, .unit, .metric)': {
        color: 'var(--alarm)',
      },
      '&[data-state=crit] .badge': {
        background: alarm.critical_unack.fill,
        color: alarm.critical_unack.text,
        borderColor: palette.surface,
      },
      '&[data-state=suspended] .value': { fontSize: 'calc(var(--spot) * 0.22)', fontWeight: 600 },
      '&[data-chosen]': { outline: `3px solid ${palette.focusRing}`, outlineOffset: 2 },
    },
    // Read from four metres: no text below 20 px, so that a small circle has its value alone.
    '&[data-far] .spot': {
      '& .head': { display: 'var(--code)' },
      '& .metric': { fontSize: 20, display: 'var(--metric)' },
      '& .value': { fontSize: 'max(20px, var(--spot) * 0.3)' },
      '& .value:has(.arrow)': { fontSize: 'max(20px, var(--spot) * 0.24)', letterSpacing: '-0.5px' },
      '& .badge': { minWidth: 'max(24px, var(--spot) * 0.4)', height: 'max(24px, var(--spot) * 0.4)', fontSize: 20 },
    },
    // Drawn too small for text: a sign in a circle.
    '&[data-dots] .spot': {
      '& .head, & .value, & .metric': { display: 'none' },
      '& .badge': {
        position: 'static',
        width: '100%',
        height: '100%',
        border: 'none',
        fontSize: 'calc(var(--spot) * 0.6)',
      },
      '&:not([data-state=crit]) .badge': { background: 'none', color: 'inherit' },
    },
  }
}
