import { authApi } from '@dalyan/contracts/auth'
import type { User } from '@dalyan/contracts/users'
import { createMemoryHistory } from '@tanstack/react-router'
import { render, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { App } from '../src/app/App.tsx'
import { leaveWhenSessionEnds } from '../src/app/leave-when-session-ends.ts'
import { createAppRouter } from '../src/app/router.tsx'
import { createQueryClient } from '../src/shared/api/query-client.ts'
import { sessionToken } from '../src/shared/api/session-token.ts'
import { answers, server } from './fake-server.ts'
import { lastSocket } from './fake-socket.ts'

/** Opens the whole page at an address, for a guest or for a signed-in user. */
export function renderApp(address: string, { user = null }: { user?: User | null } = {}) {
  if (user) {
    sessionToken.set('1|secret')
    // The previous user of the same test may be stored.
    sessionStorage.removeItem('user')
    server.use(answers(authApi.me, user))
  }
  delete window.__appReady
  const cache = createQueryClient()
  const router = createAppRouter(cache, createMemoryHistory({ initialEntries: [address] }))
  const stop = leaveWhenSessionEnds(router, cache)
  const screen = render(<App cache={cache} router={router} loaded={router.load()} />)
  return {
    ...screen,
    router,
    cache,
    events: userEvent.setup(),
    address: () => router.state.location.href,
    /** Waits until the page is drawn, for the live connection, which refetches some queries, and for all answers, so that later requests are the test's own. */
    quiet: () =>
      waitFor(() => {
        expect(window.__appReady).toBe(true)
        expect(lastSocket()?.connected).toBe(true)
        expect(cache.isFetching()).toBe(0)
      }),
    unmount() {
      stop()
      screen.unmount()
    },
  }
}
