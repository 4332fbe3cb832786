import type {} from '@mui/material/themeCssVarsAugmentation'
import type { ThemeTokens } from './tokens.ts'

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true
  }
  interface Theme {
    tokens: ThemeTokens
  }
  interface ThemeOptions {
    tokens?: ThemeTokens
  }
}
