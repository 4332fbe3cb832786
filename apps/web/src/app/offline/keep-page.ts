import { logFailure } from '../../shared/api/log-failure.ts'

/** What everybody waits for comes first. */
const AFTER_MS = 3_000

/** Lets the browser keep the page and its last values for when there is no network. Works over HTTPS and on this machine alone. */
export function keepPage(): () => void {
  const timer = setTimeout(() => {
    navigator.serviceWorker?.register('/service-worker.js').catch((error: unknown) => {
      logFailure('the page cannot be kept for offline use', error)
    })
  }, AFTER_MS)
  return () => clearTimeout(timer)
}
