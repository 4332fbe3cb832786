import type { ThemeOptions } from '@mui/material/styles'
import type { ThemeTokens } from './tokens.ts'

/**
 * A container with larger targets sets `--least-target`: the rule for coarse pointers comes after a component's own height and would
 * override it.
 */
const leastTarget = (px: number) => `var(--least-target, ${px}px)`

/** Styles of MUI's components: readable text colours, a visible focus ring, 44 px targets on touch screens. */
export function componentLooks({ palette, appBar }: ThemeTokens): NonNullable<ThemeOptions['components']> {
  const touch = '@media (pointer: coarse)'
  // Forced colours remove every fill, so that selected elements need the system's highlight.
  const forced = '@media (forced-colors: active)'
  const chosen = { forcedColorAdjust: 'none', color: 'HighlightText', backgroundColor: 'Highlight' }
  // They remove shadows too, so that layers need a border.
  const layer = { border: '1px solid CanvasText' }
  return {
    MuiCssBaseline: {
      styleOverrides: {
        html: { scrollPaddingTop: 72 },
        body: { fontVariantNumeric: 'tabular-nums', overflowX: 'clip' },
        ':focus-visible': { outline: `3px solid ${palette.focusRing}`, outlineOffset: 2 },
        'header :focus-visible': { outlineColor: appBar.focusRing },
        // Prints the page without its shell.
        '@media print': { '[data-shell], .MuiSnackbar-root': { display: 'none !important' } },
        '@media (prefers-reduced-motion: reduce)': {
          // With a duration, a change of theme would reach the levels of inherited colours one after the other.
          '*, *::before, *::after': {
            animationDuration: '0.01ms !important',
            animationIterationCount: '1 !important',
            transition: 'none !important',
          },
        },
      },
    },
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { minHeight: leastTarget(40), [touch]: { minHeight: leastTarget(44) } },
        contained: { [forced]: { border: '1px solid ButtonText' } },
        text: { variants: [{ props: { color: 'primary' }, style: { color: palette.primary.text } }] },
        outlined: {
          variants: [
            { props: { color: 'primary' }, style: { color: palette.primary.text, borderColor: palette.outline } },
          ],
        },
      },
    },
    MuiIconButton: {
      styleOverrides: { root: { [touch]: { minWidth: leastTarget(44), minHeight: leastTarget(44) } } },
    },
    MuiLink: { defaultProps: { color: palette.primary.text } },
    // A dialog takes the focus when it opens; the element with the focus inside shows it.
    MuiDialog: { styleOverrides: { paper: { '&:focus-visible': { outline: 'none' }, [forced]: layer } } },
    MuiPopover: { styleOverrides: { paper: { [forced]: layer } } },
    MuiAutocomplete: { styleOverrides: { paper: { [forced]: layer } } },
    MuiDrawer: { styleOverrides: { paper: { [forced]: layer } } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiTab: {
      styleOverrides: { root: { fontWeight: 500, '&.Mui-selected': { color: palette.primary.text, fontWeight: 700 } } },
    },
    MuiTabs: {
      styleOverrides: {
        indicator: { backgroundColor: palette.primary.text, [forced]: { backgroundColor: 'Highlight' } },
      },
    },
    MuiOutlinedInput: {
      styleOverrides: {
        root: { backgroundColor: palette.surface, [touch]: { minHeight: 44 } },
        input: { '&::placeholder': { color: palette.textSecondary, opacity: 1 } },
        notchedOutline: { borderColor: palette.outline },
      },
    },
    MuiInputLabel: { styleOverrides: { root: { '&.Mui-focused:not(.Mui-error)': { color: palette.primary.text } } } },
    MuiFormHelperText: { styleOverrides: { root: { '&.Mui-error': { color: palette.error.text } } } },
    MuiFormLabel: { styleOverrides: { root: { '&.Mui-error': { color: palette.error.text } } } },
    MuiSwitch: {
      styleOverrides: {
        track: { backgroundColor: palette.outline, opacity: 1, [forced]: { border: '1px solid ButtonText' } },
        thumb: { [forced]: { border: '1px solid ButtonText', backgroundColor: 'ButtonText' } },
      },
    },
    // The text of an alert wraps, its button does not.
    MuiAlert: { styleOverrides: { action: { whiteSpace: 'nowrap' } } },
    MuiToggleButton: {
      styleOverrides: {
        root: {
          color: palette.textPrimary,
          borderColor: palette.outline,
          [touch]: { minHeight: leastTarget(44) },
          '&.Mui-selected, &.Mui-selected:hover': {
            color: palette.primary.contrastText,
            backgroundColor: palette.primary.main,
            [forced]: chosen,
          },
        },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { borderColor: palette.divider },
        head: { fontWeight: 500, color: palette.textSecondary },
      },
    },
    MuiTableRow: { styleOverrides: { root: { '&.MuiTableRow-hover:hover': { backgroundColor: palette.hoverRow } } } },
    MuiTableSortLabel: {
      styleOverrides: { root: { '&.Mui-active': { color: palette.textPrimary, fontWeight: 700 } } },
    },
    MuiTooltip: { defaultProps: { enterDelay: 300 } },
  }
}
