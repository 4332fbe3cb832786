import { logFailure } from '../../shared/api/log-failure.ts'

/** After the first load. */
const AFTER_MS = 3_000

/** Registers the service worker, which caches the page and its last values for offline use. Works only over HTTPS and on localhost. */
export function keepPage(): () => void {
  const timer = setTimeout(() => {
    navigator.serviceWorker?.register('/service-worker.js').catch((error: unknown) => {
      logFailure('the page cannot be kept for offline use', error)
    })
  }, AFTER_MS)
  return () => clearTimeout(timer)
}
