import type { ThemeChoice, ThemeName } from '@dalyan/contracts/themes'
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../browser/storage.ts'
import { subscribers } from '../browser/subscribers.ts'
import { logFailure } from '../api/log-failure.ts'
import { hasTokens, isThemeChoice, loadThemes } from './tokens.ts'

const STORAGE_KEY = 'theme'
const { subscribe, notify } = subscribers()
let chosen: ThemeChoice = stored()
let forced: ThemeName | null = null

/** Whether the device, or the time of day on it, asks for dark screens. */
const prefersDark = matchMedia('(prefers-color-scheme: dark)')

/** Paper is white, whatever the screen shows. */
const printing = matchMedia('print')

/** Light or dark, as the device prefers. */
export function deviceTheme(): ThemeName {
  return prefersDark.matches ? 'dark' : 'light'
}

/** A stored name that is no theme is replaced by light. */
function stored(): ThemeChoice {
  const name = readStored(STORAGE_KEY)
  if (isThemeChoice(name)) return name
  if (name !== null) writeStored(STORAGE_KEY, 'light')
  return 'light'
}

function announce(): void {
  document.documentElement.dataset['theme'] = shownTheme()
  notify()
}

/** The theme of a choice on this device. */
export function themeOf(choice: ThemeChoice): ThemeName {
  return choice === 'system' ? deviceTheme() : choice
}

function wantedTheme(): ThemeName {
  return forced ?? themeOf(chosen)
}

/** The theme on screen; light while the chosen one loads, and on paper. */
export function shownTheme(): ThemeName {
  const wanted = wantedTheme()
  return hasTokens(wanted) && !printing.matches ? wanted : 'light'
}

/** Loads the wanted theme if it is not loaded yet; a failure is only logged. */
export async function loadWantedTheme(): Promise<void> {
  if (hasTokens(wantedTheme())) return
  await loadThemes().then(announce, (error: unknown) => logFailure('theme', error))
}

/** Applies a theme and stores it on this device, not on the server. */
export function chooseTheme(name: ThemeChoice): void {
  chosen = name
  writeStored(STORAGE_KEY, name)
  announce()
  void loadWantedTheme()
}

const UNSAVED_KEY = 'theme-unsaved'

/** A user's choice of theme on this device that is not saved on the server yet. */
export const unsavedTheme = {
  of(userId: number): ThemeChoice | null {
    const [id, name] = (readStored(UNSAVED_KEY) ?? '').split(' ')
    return id === String(userId) && isThemeChoice(name) ? name : null
  },
  remember(userId: number, name: ThemeChoice): void {
    writeStored(UNSAVED_KEY, `${userId} ${name}`)
  },
  /** Does nothing when the user chose another theme meanwhile. */
  forget(userId: number, name: ThemeChoice): void {
    if (this.of(userId) === name) writeStored(UNSAVED_KEY, null)
  },
}

/** Shows a theme without choosing it. @returns a function that ends this */
export function forceTheme(name: ThemeName): () => void {
  forced = name
  announce()
  void loadWantedTheme()
  return () => {
    forced = null
    announce()
  }
}

/** Follows a choice in another tab. */
function followOtherTabs({ key }: StorageEvent): void {
  if (key !== STORAGE_KEY) return
  chosen = stored()
  announce()
  void loadWantedTheme()
}

function followDevice(): void {
  announce()
  void loadWantedTheme()
}

function subscribeToTheme(onChange: () => void): () => void {
  addEventListener('storage', followOtherTabs)
  prefersDark.addEventListener('change', followDevice)
  printing.addEventListener('change', announce)
  return subscribe(onChange)
}

export function useShownTheme(): ThemeName {
  return useSyncExternalStore(subscribeToTheme, shownTheme)
}

/** The theme that the user chose, also while another one is forced. */
export function useChosenTheme(): ThemeChoice {
  return useSyncExternalStore(subscribeToTheme, () => chosen)
}
