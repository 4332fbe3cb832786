import { readStored } from '../browser/storage.ts'

const FLAG = 'debug'

/**
 * Logs what the page does when `localStorage.debug` is `1`; takes effect at once, without a reload.
 * Never pass secrets or typed texts.
 */
export function debugLog(...what: (string | number)[]): void {
  if (readStored(FLAG) !== '1') return
  // oxlint-disable-next-line no-console -- the flag asks for the browser's console
  console.debug('[dalyan]', ...what)
}
