import { readStoredJson, tabStorage, writeStored } from '../../../shared/browser/storage.ts'

const KEY = 'stopped-at'

export interface Stop {
  /** Path and search of the page. */
  address: string
  title: string
}

/** Remembers, in this tab, where an expired session stopped. */
export function rememberStop(address: string, title: string = document.title): void {
  if (address === '/' || address.startsWith('/home')) return
  const stop: Stop = { address, title: title.replace(/ · Dashboard.*$/, '') }
  writeStored(KEY, JSON.stringify(stop), tabStorage)
}

/** Where the last session stopped, if it did. */
export function lastStop(): Stop | null {
  const stop = readStoredJson(KEY, tabStorage)
  return isStop(stop) ? stop : null
}

export function forgetStop(): void {
  writeStored(KEY, null, tabStorage)
}

function isStop(value: unknown): value is Stop {
  if (typeof value !== 'object' || value === null || !('address' in value) || !('title' in value)) return false
  // Only a path of this page: never `//elsewhere`.
  return typeof value.title === 'string' && typeof value.address === 'string' && /^\/(?!\/)/.test(value.address)
}
