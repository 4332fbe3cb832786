import { THEMES, type ThemeName } from '@dalyan/contracts/auth'

/** Dark for whoever does not wear it, light for whoever does. */
export function oppositeTheme(worn: ThemeName): 'light' | 'dark' {
  return worn === 'dark' ? 'light' : 'dark'
}

/** The next of the eight, in their order; after the last the first. */
export function nextTheme(worn: ThemeName): ThemeName {
  return THEMES[(THEMES.indexOf(worn) + 1) % THEMES.length] ?? 'light'
}
