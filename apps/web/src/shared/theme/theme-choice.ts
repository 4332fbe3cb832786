import type { ThemeName } from '@dalyan/contracts/auth'
import { useSyncExternalStore } from 'react'
import { logFailure } from '../api/log-failure.ts'
import { hasTokens, isThemeName, loadThemes } from './tokens.ts'

const STORAGE_KEY = 'theme'
const listeners = new Set<() => void>()
let chosen: ThemeName = stored()
let forced: ThemeName | null = null

/** A stored name outside the eight is set back to light. */
function stored(): ThemeName {
  try {
    const name = localStorage.getItem(STORAGE_KEY)
    if (isThemeName(name)) return name
    if (name !== null) localStorage.setItem(STORAGE_KEY, 'light')
    return 'light'
  } catch {
    return 'light' // storage forbidden by the browser's settings
  }
}

function announce(): void {
  document.documentElement.dataset['theme'] = wornTheme()
  for (const listener of listeners) listener()
}

/** Light while the wished one is still on its way. */
function wornTheme(): ThemeName {
  const wished = forced ?? chosen
  return hasTokens(wished) ? wished : 'light'
}

/** Brings the chosen theme where it is not here yet; one that cannot be brought is only noted. */
export async function bringChosenTheme(): Promise<void> {
  if (hasTokens(chosen)) return
  await loadThemes().then(announce, (error: unknown) => logFailure('theme', error))
}

/** Keeps a theme on this device. Telling the server is the caller's. */
export function chooseTheme(name: ThemeName): void {
  chosen = name
  try {
    localStorage.setItem(STORAGE_KEY, name)
  } catch {
    // worn until the page closes
  }
  announce()
  void bringChosenTheme()
}

const UNSAVED_KEY = 'theme-unsaved'

/** A user's choice of theme on this device that the server does not know yet. */
export const unsavedTheme = {
  of(userId: number): ThemeName | null {
    try {
      const [id, name] = (localStorage.getItem(UNSAVED_KEY) ?? '').split(' ')
      return id === String(userId) && isThemeName(name) ? name : null
    } catch {
      return null // storage forbidden: the server's theme counts at the next load
    }
  },
  note(userId: number, name: ThemeName): void {
    try {
      localStorage.setItem(UNSAVED_KEY, `${userId} ${name}`)
    } catch {
      // as above
    }
  },
  /** Unless another one was chosen meanwhile. */
  forget(userId: number, name: ThemeName): void {
    if (this.of(userId) === name) localStorage.removeItem(UNSAVED_KEY)
  },
}

/** Wears a theme without choosing it; the returned function ends that. */
export function forceTheme(name: ThemeName): () => void {
  forced = name
  announce()
  return () => {
    forced = null
    announce()
  }
}

/** Chosen in another tab: this one follows. */
function hearOtherTabs({ key }: StorageEvent): void {
  if (key !== STORAGE_KEY) return
  chosen = stored()
  announce()
  void bringChosenTheme()
}

function subscribe(listener: () => void): () => void {
  addEventListener('storage', hearOtherTabs)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The theme on screen. */
export function useWornTheme(): ThemeName {
  return useSyncExternalStore(subscribe, wornTheme)
}

/** The theme the person chose, also while another one is forced. */
export function useChosenTheme(): ThemeName {
  return useSyncExternalStore(subscribe, () => chosen)
}
