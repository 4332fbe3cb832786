import {
  DEFAULT_CHANNELS,
  notificationsApi,
  type NotificationPreferences,
  pushApi,
} from '@dalyan/contracts/notifications'
import { afterEach, expect, test, vi } from 'vitest'
import { answers, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const untried: NotificationPreferences = {
  channels: DEFAULT_CHANNELS,
  quiet_hours: null,
  all_firms: false,
  forewarnings: 'day',
  monthly_report: false,
  health: [],
  nobody_notified: true,
  unreached_firms: [],
}

test('while only in-app notifications were ever tried, administrators read that nobody will be notified, and where to send a test', async () => {
  server.use(answers(notificationsApi.preferences, untried))
  const page = renderApp('/home', { user: given.user() })
  expect(await page.findByText(/Kimseye haber verilmeyecek/)).toBeVisible()
  expect(page.getByRole('link', { name: 'Kanalları dene' })).toHaveAttribute('href', '/profile?tab=notifications')
})

test('an operator, who cannot change settings, does not read that nobody will be notified', async () => {
  server.use(answers(notificationsApi.preferences, untried))
  const page = renderApp('/home', { user: given.user({ role: 'operator' }) })
  await page.findByRole('button', { name: 'Bildirimler' })
  expect(page.queryByText(/Kimseye haber verilmeyecek/)).toBeNull()
})

afterEach(() => vi.unstubAllGlobals())

const reached: NotificationPreferences = { ...untried, nobody_notified: false }
const operator = given.user({ role: 'operator' })

test('administrators read of whose firms nobody learns, what to do, and find who is on call for each', async () => {
  const unreached_firms = [
    { id: 3, code: 'EGE', name: 'Ege Su Ürünleri' },
    { id: 4, code: 'MAVI', name: 'Mavi Koy' },
  ]
  server.use(answers(notificationsApi.preferences, { ...reached, unreached_firms }))
  const page = renderApp('/home', { user: given.user() })
  expect(await page.findByText(/Bu gece kimseye ulaşılamıyor/)).toBeVisible()
  expect(page.getByText(/bildirimleri açmalı/)).toBeVisible()
  const links = page.getAllByRole('link', { name: /^Nöbet sırası: / })
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Ege Su Ürünleri', '/firms?dialog=oncall&id=3'],
    ['Mavi Koy', '/firms?dialog=oncall&id=4'],
  ])
})

/** A device on which the operator turned push on, with the browser's present permission and subscription. */
function deviceWith(permission: NotificationPermission, subscription: object | null) {
  localStorage.setItem('push-for', String(operator.id))
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission })
  const registration = { pushManager: { getSubscription: async () => subscription } }
  vi.stubGlobal('navigator', {
    onLine: true,
    language: 'tr',
    userAgent: navigator.userAgent,
    locks: undefined,
    serviceWorker: { getRegistration: async () => registration, addEventListener: () => undefined },
  })
  const push = { channel: 'push' as const, ready: true, reason: null, tested_at: null }
  const health = [{ ...push, last_success_at: null, last_failure_at: null, last_error: null }]
  server.use(answers(notificationsApi.preferences, { ...reached, health }), answers(pushApi.subscribe, undefined))
}

test('a user reads that the permission to notify was withdrawn on this device', async () => {
  deviceWith('denied', null)
  const page = renderApp('/home', { user: operator })
  expect(await page.findByText(/bildirim izni kaldırılmış/)).toBeVisible()
  expect(page.getByRole('link', { name: 'Bildirim ayarları' })).toBeVisible()
})

test('a user reads that the subscription of this device is gone, with a button that renews it', async () => {
  deviceWith('granted', null)
  const page = renderApp('/home', { user: operator })
  expect(await page.findByText(/bildirim kaydı silinmiş/)).toBeVisible()
  expect(page.getByRole('button', { name: 'Yeniden aç' })).toBeVisible()
})

test('a user whose device was not opened for two weeks reads that it got no alarms meanwhile', async () => {
  deviceWith('granted', { endpoint: 'https://push.example.org/1', toJSON: () => ({ keys: {} }) })
  localStorage.setItem('opened-at', String(Date.now() - 16.5 * 86_400_000))
  const page = renderApp('/home', { user: operator })
  expect(await page.findByText(/Bu cihaz 16 gündür açılmadı/)).toBeVisible()
  await page.events.click(page.getByRole('button', { name: 'Kapat' }))
  expect(page.queryByText(/16 gündür/)).toBeNull()
})

test('a device on which nobody turned push on is not warned about', async () => {
  deviceWith('denied', null)
  localStorage.removeItem('push-for')
  const page = renderApp('/home', { user: operator })
  await page.findByRole('heading', { level: 1 })
  await page.quiet()
  expect(page.queryByText(/artık alarm gelmiyor/)).toBeNull()
})
