import { THEMES, type ThemeName } from '@dalyan/contracts/auth'

/** The opposite of a theme: light for dark, dark for all others. */
export function oppositeTheme(current: ThemeName): 'light' | 'dark' {
  return current === 'dark' ? 'light' : 'dark'
}

/** The next of the eight in order; the first after the last. */
export function nextTheme(current: ThemeName): ThemeName {
  return THEMES[(THEMES.indexOf(current) + 1) % THEMES.length] ?? 'light'
}
