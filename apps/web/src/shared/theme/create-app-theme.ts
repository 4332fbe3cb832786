import type { ThemeName } from '@dalyan/contracts/themes'
import { createTheme, shouldSkipGeneratingVar, type Theme } from '@mui/material/styles'
import i18next from 'i18next'
import { type BrandColours, brandedTokens } from './brand-theme.ts'
import { componentLooks } from './component-looks.ts'
import { type ThemeTokens, tokensOf } from './tokens.ts'

const FONT = "'Roboto Variable', Roboto, 'Helvetica Neue', Arial, sans-serif"
const created = new Map<string, Theme>()

/** The MUI theme of a name in the brand's colours, as CSS variables; created when it is first needed. */
export function appTheme(name: ThemeName, brand: BrandColours | null): Theme {
  const own = tokensOf(name)
  const tokens = brand ? brandedTokens(own, brand) : own
  // The product's own colours are no other theme: a second one would draw the whole page again when the brand arrives.
  const key = tokens === own ? name : [name, brand?.primaryColor, brand?.secondaryColor, brand?.accentColor].join(' ')
  let theme = created.get(key)
  if (!theme) {
    theme = createAppTheme(tokens)
    created.set(key, theme)
  }
  return theme
}

function createAppTheme(tokens: ThemeTokens): Theme {
  const { palette } = tokens
  return createTheme(
    {
      cssVariables: { shouldSkipGeneratingVar: (keys) => keys[0] === 'tokens' || shouldSkipGeneratingVar(keys) },
      tokens,
      palette: {
        mode: tokens.mode === 'dark' ? 'dark' : 'light',
        primary: palette.primary,
        secondary: palette.secondary,
        success: palette.success,
        warning: palette.warning,
        error: palette.error,
        info: palette.info,
        background: { default: palette.background, paper: palette.surface },
        text: { primary: palette.textPrimary, secondary: palette.textSecondary, disabled: palette.textDisabled },
        divider: palette.divider,
      },
      shape: { borderRadius: 8 },
      typography: {
        fontFamily: FONT,
        h1: { fontSize: '1.5rem', fontWeight: 700, lineHeight: 1.3 },
        h2: { fontSize: '1.125rem', fontWeight: 700, lineHeight: 1.4 },
        h3: { fontSize: '0.9375rem', fontWeight: 500, lineHeight: 1.4 },
        button: { textTransform: 'none', fontWeight: 700 },
        overline: { textTransform: 'none' },
      },
      components: componentLooks(tokens),
    },
    {
      components: {
        MuiAlert: { defaultProps: { closeText: i18next.t('common.actions.close') } },
        MuiTablePagination: {
          defaultProps: {
            getItemAriaLabel: (button: 'first' | 'last' | 'next' | 'previous') =>
              i18next.t(`common.table.goTo.${button}`),
          },
        },
        MuiAutocomplete: {
          defaultProps: {
            loadingText: i18next.t('common.states.loading'),
            noOptionsText: i18next.t('common.states.noResultsTitle'),
            clearText: i18next.t('common.actions.clear'),
            openText: i18next.t('common.actions.showList'),
            closeText: i18next.t('common.actions.close'),
          },
        },
      },
    },
  )
}
