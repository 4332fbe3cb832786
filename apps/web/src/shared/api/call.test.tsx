import { authApi } from '@dalyan/contracts/auth'
import { settingsApi } from '@dalyan/contracts/settings'
import { tanksApi } from '@dalyan/contracts/tanks'
import i18next from 'i18next'
import { HttpResponse, http } from 'msw'
import { waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { answers, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { address, call } from './call.ts'
import { sessionToken } from './session-token.ts'

test('the address of a call has its params and query as the server reads them', () => {
  expect(address('/api/tanks/:id', { id: 7 })).toBe('/api/tanks/7')
  const query = {
    filter_status: ['active', 'suspended'],
    filter_has_iot: true,
    sort: [{ field: 'code', descending: true }],
    search: 'ç&',
    page: undefined,
  }
  expect(address('/api/tanks', {}, query)).toBe(
    '/api/tanks?filter_status=active%2Csuspended&filter_has_iot=1&sort=-code&search=%C3%A7%26',
  )
})

describe('a call', () => {
  test('has the token in all three headers, and forbids caching', async () => {
    sessionToken.set('7|abc')
    let headers = new Headers()
    server.use(
      answers(authApi.me, (asked) => {
        headers = asked.headers
        return given.user()
      }),
    )
    await call(authApi.me)
    expect(Object.fromEntries(headers)).toMatchObject({
      authorization: 'Bearer 7|abc',
      'x-auth-token': '7|abc',
      'x-access-token': '7|abc',
      accept: 'application/json',
      'content-type': 'application/json',
      'accept-language': 'tr',
      'cache-control': 'no-cache',
      pragma: 'no-cache',
    })
  })

  test('has none of the three headers without a token', async () => {
    let headers = new Headers()
    server.use(
      answers(settingsApi.selfSignup, (asked) => {
        headers = asked.headers
        return { enabled: false }
      }),
    )
    await call(settingsApi.selfSignup)
    for (const name of ['authorization', 'x-auth-token', 'x-access-token']) expect(headers.get(name)).toBeNull()
  })

  test('asks for the language of the page', async () => {
    let spoken: string | null = null
    server.use(
      answers(settingsApi.selfSignup, ({ headers }) => {
        spoken = headers.get('accept-language')
        return { enabled: false }
      }),
    )
    await i18next.changeLanguage('en')
    await call(settingsApi.selfSignup)
    await i18next.changeLanguage('tr')
    expect(spoken).toBe('en')
  })

  test('fails with a network error when the server is not reachable', async () => {
    server.use(http.get('*/api/user', () => HttpResponse.error()))
    await expect(call(authApi.me)).rejects.toMatchObject({
      status: 0,
      code: 'network',
      message: 'Sunucuya ulaşılamıyor. Bağlantınızı kontrol edip tekrar deneyin.',
    })
  })

  test('removes the token after status 401 only', async () => {
    sessionToken.set('7|abc')
    server.use(refuses(tanksApi.list, 403, 'forbidden'), refuses(authApi.me, 401, 'unauthenticated'))
    await expect(call(tanksApi.list, { query: {} })).rejects.toMatchObject({ status: 403 })
    expect(sessionToken.get()).toBe('7|abc')
    await expect(call(authApi.me)).rejects.toMatchObject({ status: 401 })
    expect(sessionToken.get()).toBeNull()
  })

  test('keeps a token that was replaced before status 401 arrived', async () => {
    sessionToken.set('7|old')
    server.use(
      http.get('*/api/user', () => {
        sessionToken.set('8|new')
        return HttpResponse.json({ message: 'x', code: 'unauthenticated' }, { status: 401 })
      }),
    )
    await expect(call(authApi.me)).rejects.toMatchObject({ status: 401 })
    expect(sessionToken.get()).toBe('8|new')
  })
})

describe('a new tab', () => {
  test('gets the token from another tab', async () => {
    const other = new BroadcastChannel('dalyan-session')
    other.addEventListener('message', ({ data }: MessageEvent<Record<string, unknown>>) => {
      if ('ask' in data) other.postMessage({ token: '7|abc' })
    })
    localStorage.setItem('session', '1')
    expect(await sessionToken.find()).toBe('7|abc')
    expect(sessionStorage.getItem('token')).toBe('7|abc')
    other.close()
  })

  test('has no session when no other tab answers, and when no user signed in', async () => {
    expect(await sessionToken.find()).toBeNull()
    localStorage.setItem('session', '1')
    expect(await sessionToken.find()).toBeNull()
    expect(localStorage.getItem('session')).toBeNull()
  })

  test.each([
    ['a browser that was closed while signed in', () => localStorage.setItem('session', '1')],
    ['a token that the server no longer knows', () => sessionToken.lose()],
  ])('loses the answers that were cached for offline use after %s', async (_, endOfSession) => {
    const dropped = vi.fn(() => Promise.resolve(true))
    vi.stubGlobal('caches', { delete: dropped })
    endOfSession()
    expect(await sessionToken.find()).toBeNull()
    expect(dropped.mock.calls).toEqual([['kept-answers']])
    vi.unstubAllGlobals()
  })

  test('is signed out by a logout in another tab', async () => {
    sessionToken.set('7|abc')
    const ended = new Promise((resolve) => {
      const stop = sessionToken.onEnd((ending) => {
        stop()
        resolve(ending)
      })
    })
    const other = new BroadcastChannel('dalyan-session')
    other.postMessage({ ended: 'logout', of: '7|abc' })
    expect(await ended).toBe('logout')
    expect(sessionToken.get()).toBeNull()
    other.close()
  })

  test('takes the new token after a change of the password', async () => {
    sessionToken.set('7|old')
    const other = new BroadcastChannel('dalyan-session')
    other.postMessage({ replaced: '6|somebody else', by: '9|theirs' })
    other.postMessage({ replaced: '7|old', by: '8|new' })
    await waitFor(() => expect(sessionToken.get()).toBe('8|new'))
    other.postMessage({ ended: 'expired', of: '7|old' })
    other.postMessage({ replaced: '8|new', by: '8|newer' })
    await waitFor(() => expect(sessionToken.get()).toBe('8|newer'))
    other.close()
  })
})

test("a proxy's page instead of an answer counts as an unreachable server", async () => {
  server.use(http.get('*/api/user', () => HttpResponse.html('<html>Wi-Fi girişi</html>')))
  await expect(call(authApi.me)).rejects.toMatchObject({ status: 0, code: 'network' })
})

test('the error page of a proxy is never shown as the message', async () => {
  server.use(http.get('*/api/user', () => HttpResponse.html('<html><h1>502 Bad Gateway</h1></html>', { status: 502 })))
  await expect(call(authApi.me)).rejects.toMatchObject({ status: 502, message: 'HTTP 502' })
})
