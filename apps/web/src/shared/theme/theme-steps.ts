import { THEMES, type ThemeName } from '@dalyan/contracts/auth'

/** Light for dark, dark for all others. */
export function oppositeTheme(current: ThemeName): 'light' | 'dark' {
  return current === 'dark' ? 'light' : 'dark'
}

/** The next of the eight, in their order; after the last the first. */
export function nextTheme(current: ThemeName): ThemeName {
  return THEMES[(THEMES.indexOf(current) + 1) % THEMES.length] ?? 'light'
}
