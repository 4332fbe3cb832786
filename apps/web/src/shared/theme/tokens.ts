import { THEMES, type ThemeName } from '@dalyan/contracts/auth'
import type { MetricKey } from '@dalyan/contracts/metrics'
import light from './light-theme.json' with { type: 'json' }

interface ColourShades {
  main: string
  dark: string
  light: string
  contrastText: string
}
interface TextColourShades extends ColourShades {
  /** Legible as text on background and surface, where `main` is only a fill. */
  text: string
}

/** Look of a status chip. */
export interface StatusLook {
  icon: string
  bg: string
  text: string
  border: string
  style: string
  iconColor?: string
}

/** Look of an alarm by severity and state. */
export interface AlarmLook {
  icon: string
  fill: string
  text: string
  border: string
  style: string
}

export interface SeriesLook {
  color: string
  /** Canvas dash pattern as text, `6 3`; empty: a solid line. */
  dash: string
  marker: string
}

/** Every colour of one theme; a test proves the contrast. */
export interface ThemeTokens {
  name: string
  icon: string
  mode: string
  palette: {
    primary: TextColourShades
    secondary: TextColourShades
    accent: ColourShades
    success: TextColourShades
    warning: TextColourShades
    error: TextColourShades
    info: TextColourShades
    background: string
    surface: string
    surfaceVariant: string
    textPrimary: string
    textSecondary: string
    textDisabled: string
    divider: string
    outline: string
    focusRing: string
    selectedRow: string
    hoverRow: string
  }
  appBar: { bg: string; text: string; focusRing: string }
  status: Record<
    'active' | 'inactive' | 'suspended' | 'unauthorized' | 'banned' | 'deleted' | 'offline' | 'stale',
    StatusLook
  >
  alarm: Record<
    | 'critical_unack'
    | 'critical_ack'
    | 'warning_unack'
    | 'warning_ack'
    | 'info_unack'
    | 'rtn_unack'
    | 'shelved'
    | 'normal',
    AlarmLook
  >
  chart: {
    series: Record<MetricKey, SeriesLook>
    grid: string
    axisText: string
    bandFill: { color: string; alpha: number; composited: string }
    bandStroke: string
    bandStrokeDash: string
    outOfRange: { color: string; width: number; marker: string }
    gapHatch: string
    crosshair: string
    comparison: string[]
  }
}

const byName = new Map<string, ThemeTokens>([[light.name, light]])
let others: Promise<void> | null = null

/** Loads the seven themes besides light, which the login has: most first loads need none of them. */
export function loadThemes(): Promise<void> {
  others ??= import('./other-themes.json', { with: { type: 'json' } }).then(
    ({ default: themes }) => {
      for (const theme of themes) byName.set(theme.name, theme)
    },
    (error: unknown) => {
      others = null
      throw error
    },
  )
  return others
}

/** Whether a theme's tokens are loaded. */
export function hasTokens(name: ThemeName): boolean {
  return byName.has(name)
}

/** The tokens of a loaded theme. */
export function tokensOf(name: ThemeName): ThemeTokens {
  const tokens = byName.get(name)
  if (!tokens) throw new Error(`theme without tokens: ${name}`)
  return tokens
}

const names = new Set<string>(THEMES)

export function isThemeName(name: unknown): name is ThemeName {
  return typeof name === 'string' && names.has(name)
}
