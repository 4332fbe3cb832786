import { authApi } from '@dalyan/contracts/auth'
import { usersApi } from '@dalyan/contracts/users'
import { act, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'
import { sessionToken } from '../../shared/api/session-token.ts'

const user = given.user()
const comeBack = () => fireEvent(document, new Event('visibilitychange'))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  // Only the clock stands still: how long the pages take to load does not count.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  server.use(answers(usersApi.list, given.pageOf([])), answers(usersApi.roles, { data: [] }))
})
afterEach(() => vi.useRealTimers())

async function opened() {
  const page = renderApp('/change-password', { user })
  await page.findByRole('button', { name: 'Hesap menüsü: Zeynep Aydın' })
  return page
}

test('a tab that the user comes back to shows changes of the account', async () => {
  const page = await opened()
  server.use(answers(authApi.me, { ...user, name: 'Zeynep Kara' }))
  await pass(61_000)
  comeBack()
  expect(await page.findByRole('button', { name: 'Hesap menüsü: Zeynep Kara' })).toBeVisible()
})

test('a tab that the user comes back to notices an ended session', async () => {
  const page = await opened()
  server.use(refuses(authApi.me, 401, 'unauthenticated'))
  await pass(61_000)
  comeBack()
  expect(await page.findByText('Oturumunuzun süresi doldu. Lütfen yeniden giriş yapın.')).toBeVisible()
  expect(sessionToken.get()).toBeNull()
})

test('the session check ignores a server that does not answer, and runs at most once a minute', async () => {
  const page = await opened()
  let asked = 0
  server.use(
    answers(authApi.me, () => {
      asked += 1
      return user
    }),
  )
  comeBack()
  await pass(1_000)
  expect(asked).toBe(0)
  server.use(refuses(authApi.me, 503, 'not_ready'))
  await pass(60_000)
  comeBack()
  comeBack()
  await pass(5_000)
  expect(page.getByRole('button', { name: 'Hesap menüsü: Zeynep Aydın' })).toBeVisible()
  expect(sessionToken.get()).not.toBeNull()
})

test('a user who signs out during the session check stays signed out', async () => {
  const page = await opened()
  let answer: () => void = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  const { http, HttpResponse } = await import('msw')
  server.use(
    http.get('*/api/user', async () => {
      await held
      return HttpResponse.json(user)
    }),
  )
  await pass(61_000)
  comeBack()
  sessionToken.clear()
  await page.findByRole('button', { name: 'Giriş Yap' })
  answer()
  await pass(1_000)
  expect(document.title).toMatch(/^Giriş/)
  await act(() => page.router.navigate({ to: '/home' }))
  expect(await page.findByRole('button', { name: 'Giriş Yap' })).toBeVisible()
})

/** Delays every answer about the signed-in user until it is released. */
async function heldUser(answer: () => Response) {
  const { http } = await import('msw')
  let letGo: () => void = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  server.use(
    http.get('*/api/user', async () => {
      await held
      return answer()
    }),
  )
  return letGo
}

test('after a reload the page appears at once, with a progress bar until the server has answered', async () => {
  const first = renderApp('/users', { user })
  expect(await first.findByRole('heading', { level: 1, name: 'Kullanıcılar' })).toBeVisible()
  first.unmount()

  const letGo = await heldUser(() => Response.json({ ...user, name: 'Zeynep Kara' }))
  const page = renderApp('/users')
  expect(await page.findByRole('heading', { level: 1, name: 'Kullanıcılar' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Hesap menüsü: Zeynep Aydın' })).toBeVisible()
  expect(page.getAllByRole('progressbar', { name: 'Yükleniyor…' })).not.toHaveLength(0)
  letGo()
  expect(await page.findByRole('button', { name: 'Hesap menüsü: Zeynep Kara' })).toBeVisible()
})

test('after a reload a permission that was removed meanwhile leads home once the server has answered', async () => {
  const first = renderApp('/users', { user })
  await first.findByRole('heading', { level: 1, name: 'Kullanıcılar' })
  first.unmount()

  const letGo = await heldUser(() => Response.json(given.user({ role: 'customer' })))
  const page = renderApp('/users')
  await page.findByRole('heading', { level: 1, name: 'Kullanıcılar' })
  letGo()
  await vi.waitFor(() => expect(page.address()).toBe('/home'), 20_000)
})

test('after a reload an ended session leads to the login although its user was stored', async () => {
  const first = renderApp('/change-password', { user })
  await first.findByRole('button', { name: 'Hesap menüsü: Zeynep Aydın' })
  first.unmount()
  server.use(refuses(authApi.me, 401, 'unauthenticated'))
  const page = renderApp('/change-password')
  expect(await page.findByText('Oturumunuzun süresi doldu. Lütfen yeniden giriş yapın.')).toBeVisible()
  expect(sessionStorage.getItem('user')).toBeNull()
})

test('after a reload without a stored user the window is not empty until the server has answered', async () => {
  sessionToken.set('1|secret')
  const letGo = await heldUser(() => Response.json(user))
  const page = renderApp('/change-password')
  const main = await page.findByRole('main', { name: 'Yükleniyor…' })
  expect(main).toHaveAttribute('aria-busy', 'true')
  letGo()
  expect(await page.findByRole('heading', { name: 'Şifre Değiştir' })).toBeVisible()
})
