import { authApi } from '@dalyan/contracts/auth'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answers, refuses, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'
import { sessionToken } from '../../../shared/api/session-token.ts'

const MINUTE = 60_000
const REASON = '15 dakika işlem yapılmadığı için oturumunuz kapatıldı.'

// Only the clock and the check of every second stand still: the rest of the page loads at its own pace,
// and how long that takes on a slow machine does not count as idle time.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

async function signedIn(role: 'admin' | 'customer' = 'customer') {
  const page = renderApp('/change-password', { user: given.user({ role }) })
  await page.findByRole('heading', { name: 'Şifre Değiştir' })
  // Test files share the idle clock's module, so it may have begun to run in an earlier file.
  fireEvent.keyDown(document.body, { key: 'a' })
  return page
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('after 15 minutes without activity the session ends, here and at the server, and the login says why', async () => {
  let calledServer = false
  server.use(
    answers(authApi.logout, () => {
      calledServer = true
      return undefined
    }),
  )
  await signedIn()
  await pass(15 * MINUTE - 5_000)
  expect(sessionToken.get()).not.toBeNull()
  await pass(6_000)
  expect(await screen.findByText(REASON)).toBeVisible()
  expect(sessionToken.get()).toBeNull()
  expect(sessionStorage.getItem('token')).toBeNull()
  await vi.waitFor(() => expect(calledServer).toBe(true), 20_000)
})

test("where alarms are pushed to this browser, the idle clock removes only the token, and the server's session stays", async () => {
  let calledServer = false
  server.use(answers(authApi.logout, () => void (calledServer = true)))
  localStorage.setItem('push-for', String(given.user({ role: 'customer' }).id))
  onTestFinished(() => localStorage.removeItem('push-for'))
  await signedIn()
  await pass(15 * MINUTE + 1_000)
  expect(await screen.findByText(REASON)).toBeVisible()
  expect([sessionToken.get(), sessionStorage.getItem('token')]).toEqual([null, null])
  await pass(MINUTE)
  expect(calledServer).toBe(false)
})

test.each([
  ['a mouse move', () => fireEvent.mouseMove(document.body)],
  ['a key', () => fireEvent.keyDown(document.body, { key: 'a' })],
  ['a touch', () => fireEvent.touchStart(document.body)],
  ['a press', () => fireEvent.pointerDown(document.body)],
  ['coming back to the tab', () => fireEvent(document, new Event('visibilitychange'))],
])('%s restarts the fifteen minutes', async (_name, activity) => {
  await signedIn()
  await pass(10 * MINUTE)
  activity()
  await pass(10 * MINUTE)
  expect(sessionToken.get()).not.toBeNull()
  await pass(5 * MINUTE + 1_000)
  expect(sessionToken.get()).toBeNull()
})

test('a minute before the idle session ends a dialog counts down, and its button keeps the session', async () => {
  await signedIn()
  await pass(14 * MINUTE + 10_500)
  const warning = await screen.findByRole('alertdialog', { name: 'Oturumunuz kapanmak üzere' })
  expect(warning).toHaveTextContent(/^.*(49|50) saniye içinde işlem yapılmazsa oturum kapanacak/)
  await pass(20_000)
  expect(warning).toHaveTextContent(/(29|30) saniye/)
  fireEvent.click(screen.getByRole('button', { name: 'Oturumda kal' }))
  await pass(2_000)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await pass(13 * MINUTE)
  expect(sessionToken.get()).not.toBeNull()
})

test('activity in another tab keeps the session of this one', async () => {
  await signedIn()
  await pass(14 * MINUTE + 30_000)
  await screen.findByRole('alertdialog')
  localStorage.setItem('last-activity', String(Date.now()))
  await pass(2_000)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await pass(10 * MINUTE)
  expect(sessionToken.get()).not.toBeNull()
})

test('the first movement after a computer slept does not continue an idle session', async () => {
  await signedIn()
  vi.setSystemTime(Date.now() + 3 * 60 * MINUTE)
  fireEvent.mouseMove(document.body)
  expect(await screen.findByText(REASON)).toBeVisible()
})

test('opening the page does not continue an idle session', async () => {
  localStorage.setItem('last-activity', String(Date.now() - 20 * MINUTE))
  vi.setSystemTime(Date.now() + 60 * MINUTE)
  localStorage.setItem('last-activity', String(Date.now() - 20 * MINUTE))
  renderApp('/change-password', { user: given.user() })
  expect(await screen.findByText(REASON)).toBeVisible()
})

test('an administrator switches the idle clock off for this browser, also after a logout', async () => {
  const page = await signedIn('admin')
  fireEvent.click(page.getByRole('button', { name: /Hesap menüsü/ }))
  fireEvent.click(await page.findByRole('switch', { name: 'Ekranı Kilitle' }))
  expect(await page.findByText('Idle logout DEVRE DIŞI (kilitlendi)')).toBeVisible()
  expect(page.getByTitle('Otomatik çıkış kapalı')).toBeInTheDocument()
  await pass(60 * MINUTE)
  expect(sessionToken.get()).not.toBeNull()

  fireEvent.click(page.getByRole('button', { name: 'Çıkış Yap' }))
  await screen.findByRole('button', { name: 'Giriş Yap' })
  page.unmount()
  const again = await signedIn('admin')
  await pass(30 * MINUTE)
  expect(sessionToken.get()).not.toBeNull()

  fireEvent.click(again.getByRole('button', { name: /Hesap menüsü/ }))
  fireEvent.click(await again.findByRole('switch', { name: 'Kilit Aç' }))
  expect(await again.findByText('Idle logout AKTİF')).toBeVisible()
  await pass(14 * MINUTE)
  expect(sessionToken.get()).not.toBeNull()
  await pass(2 * MINUTE)
  expect(sessionToken.get()).toBeNull()
})

test('users who are not administrators have no switch for the idle clock', async () => {
  const page = await signedIn('customer')
  fireEvent.click(page.getByRole('button', { name: /Hesap menüsü/ }))
  await page.findByRole('button', { name: 'Çıkış Yap' })
  expect(page.queryByRole('switch')).toBeNull()
})

test('an idle session ends also when the server does not answer', async () => {
  server.use(refuses(authApi.logout, 500, 'internal'))
  await signedIn()
  await pass(15 * MINUTE + 1_000)
  expect(await screen.findByText(REASON)).toBeVisible()
})
