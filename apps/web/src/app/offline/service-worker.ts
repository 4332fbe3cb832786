import { clientsClaim } from 'workbox-core'
import type { WorkboxPlugin } from 'workbox-core/types.js'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { listenToPush, type PushWorker } from '../../features/notifications/push/listen-to-push.ts'
import { KEPT_CALLS, SESSION_CHANNEL } from '../../shared/offline/kept-names.ts'
import { isKeptCall, keyOf, seal, unseal } from './kept-calls.ts'

declare const self: PushWorker & { __WB_MANIFEST: PrecacheEntry[] }

const WAIT_FOR_PAGE_SECONDS = 5
const WAIT_FOR_VALUES_SECONDS = 10
const MOST_KEPT = 100
const A_DAY_SECONDS = 86_400

// Takes over open pages at once. A newer worker waits until every tab is closed, because its files are of another build.
clientsClaim()
cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)

// Every address of the page gets the same document; from the server, with a new nonce, while it is reachable.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && !/^\/(api|docs|metrics|healthz|readyz)(\/|$)/.test(url.pathname),
  new NetworkFirst({
    cacheName: 'page',
    networkTimeoutSeconds: WAIT_FOR_PAGE_SECONDS,
    plugins: [{ cacheKeyWillBeUsed: () => Promise.resolve('/') }],
  }),
)

// The page empties the cache when its session ends. An answer that was under way then would be stored afterwards.
let endedSessions = 0
new BroadcastChannel(SESSION_CHANNEL).addEventListener('message', ({ data }: MessageEvent<object>) => {
  if (!('ended' in data)) return
  endedSessions++
  void caches.delete(KEPT_CALLS)
})

// The last answers, encrypted with the token of their request and marked as cached.
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && isKeptCall(request.method, url.pathname, request.headers),
  new NetworkFirst({
    cacheName: KEPT_CALLS,
    networkTimeoutSeconds: WAIT_FOR_VALUES_SECONDS,
    plugins: [
      { cacheKeyWillBeUsed: ({ request }) => keyOf(request) },
      {
        handlerWillStart: ({ state }) => {
          if (state) state['endedSessions'] = endedSessions
          return Promise.resolve()
        },
        cacheWillUpdate: ({ request, response }) =>
          response.status === 200 ? seal(request, response) : Promise.resolve(undefined),
        cacheDidUpdate: async ({ request, cacheName, state }) => {
          if (state?.['endedSessions'] !== endedSessions) await (await caches.open(cacheName)).delete(request)
        },
        cachedResponseWillBeUsed: async ({ event, cachedResponse }) => {
          const request = requestOf(event)
          return cachedResponse && request ? unseal(request, cachedResponse) : undefined
        },
      },
      // The type of the plugin is not exact about optional properties.
      new ExpirationPlugin({
        maxEntries: MOST_KEPT,
        maxAgeSeconds: A_DAY_SECONDS,
        purgeOnQuotaError: true,
      }) as WorkboxPlugin,
    ],
  }),
)

listenToPush(self)

/** The page's own request, which has the token; a plugin's request has the address in the cache. */
function requestOf(event: unknown): Request | undefined {
  return event instanceof Event && 'request' in event && event.request instanceof Request ? event.request : undefined
}
