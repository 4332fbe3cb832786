import { clientsClaim } from 'workbox-core'
import type { WorkboxPlugin } from 'workbox-core/types.js'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { listenToPush, type PushWorker } from '../../features/notifications/push/listen-to-push.ts'
import { KEPT_CALLS } from '../../shared/offline/kept-names.ts'
import { isKeptCall, keyOf, seal, unseal } from './kept-calls.ts'

declare const self: PushWorker & { __WB_MANIFEST: PrecacheEntry[] }

const WAIT_FOR_PAGE_SECONDS = 5
const WAIT_FOR_VALUES_SECONDS = 10
const MOST_KEPT = 100
const A_DAY_SECONDS = 86_400

// A page that is open when this arrives is looked after at once. A newer worker waits until every tab is closed: its files are of another build.
clientsClaim()
cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)

// Every address of the page is the same document; the server's own, with its fresh nonce, while it can be reached.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && !/^\/(api|docs|metrics|healthz|readyz)(\/|$)/.test(url.pathname),
  new NetworkFirst({
    cacheName: 'page',
    networkTimeoutSeconds: WAIT_FOR_PAGE_SECONDS,
    plugins: [{ cacheKeyWillBeUsed: () => Promise.resolve('/') }],
  }),
)

// The last answers of what one looks at, sealed for the holder of the token they were given to, and marked as kept.
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && isKeptCall(request.method, url.pathname, request.headers),
  new NetworkFirst({
    cacheName: KEPT_CALLS,
    networkTimeoutSeconds: WAIT_FOR_VALUES_SECONDS,
    plugins: [
      { cacheKeyWillBeUsed: ({ request }) => keyOf(request) },
      {
        cacheWillUpdate: ({ request, response }) =>
          response.status === 200 ? seal(request, response) : Promise.resolve(undefined),
        cachedResponseWillBeUsed: async ({ event, cachedResponse }) => {
          const asked = requestOf(event)
          return cachedResponse && asked ? unseal(asked, cachedResponse) : undefined
        },
      },
      // Its type leaves open what a plugin may not: whether a property is there, or there and undefined.
      new ExpirationPlugin({
        maxEntries: MOST_KEPT,
        maxAgeSeconds: A_DAY_SECONDS,
        purgeOnQuotaError: true,
      }) as WorkboxPlugin,
    ],
  }),
)

listenToPush(self)

/** The page's own request, which carries the token; what a plugin is given beside it is the address in the cache. */
function requestOf(event: unknown): Request | undefined {
  return event instanceof Event && 'request' in event && event.request instanceof Request ? event.request : undefined
}
