/** Logs a failure that no screen shows (theme, full screen, logout, branding). */
export function logFailure(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is the only log a page has
  console.warn(`${what}:`, error)
}
