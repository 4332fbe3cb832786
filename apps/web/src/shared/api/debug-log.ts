const FLAG = 'debug'

/**
 * Notes what the page does, for whoever set `localStorage.debug` to `1`; holds at once, without a reload.
 * What is secret or typed never comes here.
 */
export function debugLog(...what: (string | number)[]): void {
  try {
    if (localStorage.getItem(FLAG) !== '1') return
  } catch {
    return // storage forbidden: no flag
  }
  // oxlint-disable-next-line no-console -- the browser's console is where it was asked for
  console.debug('[dalyan]', ...what)
}
