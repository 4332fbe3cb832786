import { authApi } from '@dalyan/contracts/auth'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answers, refuses, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'
import { sessionToken } from '../../../shared/api/session-token.ts'

const MINUTE = 60_000
const REASON = '15 dakika işlem yapılmadığı için oturumunuz kapatıldı.'

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())

async function signedIn(role: 'admin' | 'customer' = 'customer') {
  const page = renderApp('/change-password', { user: given.user({ role }) })
  await page.findByRole('heading', { name: 'Şifre Değiştir' })
  return page
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('after 15 minutes without anybody the session ends, here and at the server, and the login says why', async () => {
  let toldServer = false
  server.use(
    answers(authApi.logout, () => {
      toldServer = true
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
  await vi.waitFor(() => expect(toldServer).toBe(true), 20_000)
})

test('where alarms are pushed to this browser the idle clock forgets the token, and the server’s session goes on for push', async () => {
  let toldServer = false
  server.use(answers(authApi.logout, () => void (toldServer = true)))
  localStorage.setItem('push-for', String(given.user({ role: 'customer' }).id))
  onTestFinished(() => localStorage.removeItem('push-for'))
  await signedIn()
  await pass(15 * MINUTE + 1_000)
  expect(await screen.findByText(REASON)).toBeVisible()
  expect([sessionToken.get(), sessionStorage.getItem('token')]).toEqual([null, null])
  await pass(MINUTE)
  expect(toldServer).toBe(false)
})

test.each([
  ['a mouse move', () => fireEvent.mouseMove(document.body)],
  ['a key', () => fireEvent.keyDown(document.body, { key: 'a' })],
  ['a touch', () => fireEvent.touchStart(document.body)],
  ['a press', () => fireEvent.pointerDown(document.body)],
  ['coming back to the tab', () => fireEvent(document, new Event('visibilitychange'))],
])('%s starts the fifteen minutes anew', async (_name, activity) => {
  await signedIn()
  await pass(10 * MINUTE)
  activity()
  await pass(10 * MINUTE)
  expect(sessionToken.get()).not.toBeNull()
  await pass(5 * MINUTE + 1_000)
  expect(sessionToken.get()).toBeNull()
})

test('a minute before the end a dialog counts down, and its button keeps the session', async () => {
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

test('work in another tab counts here too', async () => {
  await signedIn()
  await pass(14 * MINUTE + 30_000)
  await screen.findByRole('alertdialog')
  localStorage.setItem('last-activity', String(Date.now()))
  await pass(2_000)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await pass(10 * MINUTE)
  expect(sessionToken.get()).not.toBeNull()
})

test('a computer that slept is not woken into the session by the first movement', async () => {
  await signedIn()
  vi.setSystemTime(Date.now() + 3 * 60 * MINUTE)
  fireEvent.mouseMove(document.body)
  expect(await screen.findByText(REASON)).toBeVisible()
})

test('a session that lay idle is not taken up again by opening the page', async () => {
  localStorage.setItem('last-activity', String(Date.now() - 20 * MINUTE))
  vi.setSystemTime(Date.now() + 60 * MINUTE)
  localStorage.setItem('last-activity', String(Date.now() - 20 * MINUTE))
  renderApp('/change-password', { user: given.user() })
  expect(await screen.findByText(REASON)).toBeVisible()
})

test('an admin switches the clock off for this browser, also beyond his logout', async () => {
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

test('others have no such switch', async () => {
  const page = await signedIn('customer')
  fireEvent.click(page.getByRole('button', { name: /Hesap menüsü/ }))
  await page.findByRole('button', { name: 'Çıkış Yap' })
  expect(page.queryByRole('switch')).toBeNull()
})

test('a server that cannot be told does not hold the end up', async () => {
  server.use(refuses(authApi.logout, 500, 'internal'))
  await signedIn()
  await pass(15 * MINUTE + 1_000)
  expect(await screen.findByText(REASON)).toBeVisible()
})
