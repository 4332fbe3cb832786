import { logFailure } from '../../shared/api/log-failure.ts'

/** The first page loads before the service worker does. */
const AFTER_MS = 3_000

/** Registers the service worker, which saves the page and its last answers for when there is no network. Works over HTTPS and on localhost alone. */
export function registerServiceWorker(): () => void {
  const timer = setTimeout(() => {
    navigator.serviceWorker?.register('/service-worker.js').catch((error: unknown) => {
      logFailure('the page cannot be kept for offline use', error)
    })
  }, AFTER_MS)
  return () => clearTimeout(timer)
}
