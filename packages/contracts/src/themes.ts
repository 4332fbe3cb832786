/**
 * The themes, in the order of the page. Each has its colours in apps/web/src/shared/theme (`light-theme.json`, `other-themes.json`), its icon in
 * `app/shell/ThemeList.tsx`, and its title and description in `locales/{tr,en}/theme.json`.
 */
export const THEMES = ['light', 'dark', 'minimal', 'colorful', 'pastel', 'retro', 'sunset', 'navy'] as const
export type ThemeName = (typeof THEMES)[number]

/** What a user may choose: a theme, or `system`, light or dark as the device prefers. */
export const THEME_CHOICES = [...THEMES, 'system'] as const
export type ThemeChoice = (typeof THEME_CHOICES)[number]
