import type { ThemeName } from '@dalyan/contracts/auth'
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../browser/storage.ts'
import { subscribers } from '../browser/subscribers.ts'
import { logFailure } from '../api/log-failure.ts'
import { hasTokens, isThemeName, loadThemes } from './tokens.ts'

const STORAGE_KEY = 'theme'
const { subscribe, notify } = subscribers()
let chosen: ThemeName = stored()
let forced: ThemeName | null = null

/** A stored name that is no theme is replaced by light. */
function stored(): ThemeName {
  const name = readStored(STORAGE_KEY)
  if (isThemeName(name)) return name
  if (name !== null) writeStored(STORAGE_KEY, 'light')
  return 'light'
}

function announce(): void {
  document.documentElement.dataset['theme'] = shownTheme()
  notify()
}

/** The theme on screen; light while the chosen one loads. */
function shownTheme(): ThemeName {
  const wanted = forced ?? chosen
  return hasTokens(wanted) ? wanted : 'light'
}

/** Loads the chosen theme if it is not loaded yet; a failure is only logged. */
export async function loadChosenTheme(): Promise<void> {
  if (hasTokens(chosen)) return
  await loadThemes().then(announce, (error: unknown) => logFailure('theme', error))
}

/** Applies a theme and stores it on this device, not on the server. */
export function chooseTheme(name: ThemeName): void {
  chosen = name
  writeStored(STORAGE_KEY, name)
  announce()
  void loadChosenTheme()
}

const UNSAVED_KEY = 'theme-unsaved'

/** A user's choice of theme on this device that is not saved on the server yet. */
export const unsavedTheme = {
  of(userId: number): ThemeName | null {
    const [id, name] = (readStored(UNSAVED_KEY) ?? '').split(' ')
    return id === String(userId) && isThemeName(name) ? name : null
  },
  remember(userId: number, name: ThemeName): void {
    writeStored(UNSAVED_KEY, `${userId} ${name}`)
  },
  /** Does nothing when the user chose another theme meanwhile. */
  forget(userId: number, name: ThemeName): void {
    if (this.of(userId) === name) writeStored(UNSAVED_KEY, null)
  },
}

/** Shows a theme without choosing it. @returns a function that ends this */
export function forceTheme(name: ThemeName): () => void {
  forced = name
  announce()
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
  void loadChosenTheme()
}

function subscribeToTheme(onChange: () => void): () => void {
  addEventListener('storage', followOtherTabs)
  return subscribe(onChange)
}

export function useShownTheme(): ThemeName {
  return useSyncExternalStore(subscribeToTheme, shownTheme)
}

/** The theme that the user chose, also while another one is forced. */
export function useChosenTheme(): ThemeName {
  return useSyncExternalStore(subscribeToTheme, () => chosen)
}
