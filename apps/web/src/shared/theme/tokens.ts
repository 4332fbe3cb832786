import { THEME_CHOICES, type ThemeChoice, type ThemeName } from '@dalyan/contracts/themes'
import light from './light-theme.json' with { type: 'json' }

/** Look of a status chip. */
interface StatusLook {
  icon: string
  bg: string
  text: string
  border: string
  style: string
  iconColor?: string
}

/**
 * Every colour of one theme, in the shape of light-theme.json; a test proves the contrast. `text` of a palette colour is legible as text on
 * background and surface, where `main` is only a fill. `dash` of a series is a canvas dash pattern, `6 3`; empty: a solid line.
 */
export type ThemeTokens = Omit<typeof light, 'status'> & { status: Record<keyof typeof light.status, StatusLook> }

const byName = new Map<string, ThemeTokens>([[light.name, light]])
let others: Promise<void> | null = null

/** Loads all themes but light, which the login has: most first loads need none of them. */
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

const choices = new Set<string>(THEME_CHOICES)

export function isThemeChoice(name: unknown): name is ThemeChoice {
  return typeof name === 'string' && choices.has(name)
}
