const KEY = 'stopped-at'

export interface Stop {
  /** Path and search of the page. */
  address: string
  title: string
}

/** Remembers, in this tab, where an expired session stopped. */
export function rememberStop(address: string, title: string = document.title): void {
  if (address === '/' || address.startsWith('/home')) return
  try {
    const stop: Stop = { address, title: title.replace(/ · Dashboard.*$/, '') }
    sessionStorage.setItem(KEY, JSON.stringify(stop))
  } catch {
    // without storage there is nothing to offer later
  }
}

/** Where the last session stopped, if it did. */
export function lastStop(): Stop | null {
  try {
    const stop: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return isStop(stop) ? stop : null
  } catch {
    return null
  }
}

export function forgetStop(): void {
  sessionStorage.removeItem(KEY)
}

function isStop(value: unknown): value is Stop {
  if (typeof value !== 'object' || value === null || !('address' in value) || !('title' in value)) return false
  // Only a path of this page: never `//elsewhere`.
  return typeof value.title === 'string' && typeof value.address === 'string' && /^\/(?!\/)/.test(value.address)
}
