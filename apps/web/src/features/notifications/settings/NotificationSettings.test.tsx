import {
  DEFAULT_CHANNELS,
  notificationsApi,
  type NotificationPreferences,
  onCallApi,
  pushApi,
} from '@dalyan/contracts/notifications'
import { waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { answers, refuses, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

const never = { tested_at: null, last_success_at: null, last_failure_at: null, last_error: null }
const preferences = (rest: Partial<NotificationPreferences> = {}): NotificationPreferences => ({
  channels: DEFAULT_CHANNELS,
  quiet_hours: null,
  all_firms: false,
  forewarnings: 'day',
  monthly_report: false,
  nobody_notified: true,
  unreached_firms: [],
  health: [
    { channel: 'app', ready: true, reason: null, ...never },
    { channel: 'push', ready: false, reason: 'no_subscription', ...never },
    {
      channel: 'mail',
      ready: true,
      reason: null,
      ...never,
      last_failure_at: '2026-07-09T11:30:00.000Z',
      last_error: 'kapalı',
    },
  ],
  ...rest,
})
const open = (role: 'admin' | 'operator' = 'operator') =>
  renderApp('/profile?tab=notifications', { user: given.user({ role }) })

// Their code loads slowly on a busy machine.
beforeAll(async () => {
  await Promise.all([
    import('../../../app/shell/Shell.tsx'),
    import('../../profile/ProfilePage.tsx'),
    import('../public/NotificationSettings.tsx'),
  ])
})
afterEach(() => vi.unstubAllGlobals())

test('each severity and channel has a labelled checkbox, which is saved at once', async () => {
  const sent: unknown[] = []
  server.use(
    answers(notificationsApi.preferences, preferences()),
    answers(notificationsApi.setPreferences, ({ body }) => {
      sent.push(body)
      return preferences({ channels: { ...DEFAULT_CHANNELS, info: ['app', 'mail'] } })
    }),
  )
  const page = open()
  expect(await page.findByRole('checkbox', { name: 'Kritik: E-posta' })).toBeChecked()
  expect(page.getAllByRole('checkbox')).toHaveLength(9)
  const box = page.getByRole('checkbox', { name: 'Bilgi: E-posta' })
  expect(box).not.toBeChecked()
  await page.events.click(box)
  await waitFor(() => expect(box).toBeChecked())
  await waitFor(() => expect(sent).toEqual([{ channels: { info: ['app', 'mail'] } }]))
  expect(page.queryByRole('switch', { name: /Bütün firmaların/ })).toBeNull()
})

test('a user of the on-call order sees when he is notified', async () => {
  const user = given.user({ role: 'operator', firm: { id: 1, code: 'EGE', name: 'Ege Mavi Su' } })
  const order = {
    data: [
      { user: { id: 90, name: 'Ayşe' }, delay_minutes: 0 },
      { user: { id: user.id, name: 'Zeynep' }, delay_minutes: 10 },
      { user: { id: 91, name: 'Murat' }, delay_minutes: 15 },
    ],
  }
  server.use(answers(notificationsApi.preferences, preferences()), answers(onCallApi.get, order))
  const page = renderApp('/profile?tab=notifications', { user })
  expect(await page.findByText(/Sıranız gelene kadar/)).toBeVisible()
  const turns = within(page.getByRole('list', { name: 'Nöbet sırası: Ege Mavi Su' })).getAllByRole('listitem')
  expect(turns.map(({ textContent }) => textContent)).toEqual([
    'Ayşe · alarmla birlikte',
    'Zeynep (siz) · alarmdan 10 dk sonra',
    'Murat · alarmdan 25 dk sonra',
  ])
})

test('quiet hours are saved, and say that critical alarms are always notified', async () => {
  const sent: unknown[] = []
  server.use(
    answers(notificationsApi.preferences, preferences()),
    answers(notificationsApi.setPreferences, ({ body }) => {
      sent.push(body)
      return preferences({ quiet_hours: { from: '22:00', to: '06:30', time_zone: 'Europe/Istanbul' } })
    }),
  )
  const page = open('admin')
  expect(await page.findByText(/Kritik alarmlar her zaman gelir/)).toBeVisible()
  expect(page.getByRole('switch', { name: /Bütün firmaların/ })).toBeInTheDocument()
  await page.events.click(page.getByRole('switch', { name: 'Sessiz saatler açık' }))
  const end = page.getByLabelText(/^Bitiş saati/)
  await page.events.clear(end)
  await page.events.type(end, '06:30')
  await page.events.click(page.getByRole('button', { name: 'Kaydet' }))
  await waitFor(() => expect(page.queryByRole('button', { name: 'Kaydet' })).toBeNull())
  await waitFor(() =>
    expect(sent).toEqual([{ quiet_hours: { from: '22:00', to: '06:30', time_zone: 'Europe/Istanbul' } }]),
  )
})

test('a test message shows its result, and a channel that is not set up shows why', async () => {
  server.use(
    answers(notificationsApi.preferences, preferences()),
    answers(notificationsApi.test, { channel: 'app', ready: true, reason: null, ...never }),
  )
  const page = open()
  await page.events.click(await page.findByRole('button', { name: 'Test gönder: Sayfada' }))
  expect(await page.findByText('Gönderildi. Geldiğine bakın.')).toBeVisible()
  expect(page.getByRole('button', { name: 'Test gönder: Tarayıcı bildirimi' })).toBeDisabled()
  expect(page.getByText(/bildirime izin veren tarayıcı yok/)).toBeVisible()
  expect(page.getByText(/Son hata: 09.07.2026 14:30/)).toHaveTextContent('kapalı')
  server.use(refuses(notificationsApi.test, 502, 'channel_failed'))
  await page.events.click(page.getByRole('button', { name: 'Test gönder: E-posta' }))
  expect(await page.findByText('Test gönderilemedi')).toBeVisible()
})

test.each([
  ['without HTTPS', { isSecureContext: false }, /yalnızca https/],
  ['in a browser without it', { isSecureContext: true }, /Bu tarayıcı bildirim gösteremiyor/],
])('%s push shows why it is not possible', async (_, globals, words) => {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  server.use(answers(notificationsApi.preferences, preferences()))
  expect(await open().findByText(words)).toBeVisible()
})

/** A browser that supports push. @param made whether it has a subscription already */
function pushing(made: boolean, permission: NotificationPermission = 'default') {
  const subscription = {
    endpoint: 'https://push.example/1',
    toJSON: () => ({ keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: () => Promise.resolve(true),
  }
  let kept = made ? subscription : null
  const subscribe = vi.fn(() => {
    kept = subscription
    return Promise.resolve(subscription)
  })
  const registration = { pushManager: { getSubscription: () => Promise.resolve(kept), subscribe } }
  const serviceWorker = {
    ready: Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
    register: () => Promise.resolve(registration),
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission, requestPermission: () => Promise.resolve('granted') })
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
  return { subscribe }
}
const reached = (isKnown: boolean) =>
  preferences({
    health: [{ channel: 'push', ready: isKnown, reason: isKnown ? null : 'no_subscription', ...never }],
  })

test("push is turned on in this browser with the server's key", async () => {
  const { subscribe } = pushing(false)
  const sent: unknown[] = []
  server.use(
    answers(notificationsApi.preferences, () => reached(sent.length > 0)),
    answers(pushApi.key, { key: 'server-key' }),
    answers(pushApi.subscribe, ({ body }) => void sent.push(body)),
  )
  const page = open()
  await page.events.click(await page.findByRole('button', { name: 'Bu tarayıcıda aç' }))
  expect(await page.findByText('Bu tarayıcıda açık')).toBeVisible()
  expect(sent).toEqual([{ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }])
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'server-key' })
})

test('push that another user turned on in this browser is off, even if the user has other browsers', async () => {
  pushing(true)
  localStorage.setItem('push-for', '99')
  onTestFinished(() => localStorage.removeItem('push-for'))
  server.use(answers(notificationsApi.preferences, reached(true)))
  expect(await open().findByText('Bu tarayıcıda kapalı')).toBeVisible()
})

test('push that the same user turned on in an earlier session is registered again in this session', async () => {
  pushing(true, 'granted')
  localStorage.setItem('push-for', String(given.user({ role: 'operator' }).id))
  onTestFinished(() => localStorage.removeItem('push-for'))
  const sent: unknown[] = []
  server.use(
    answers(notificationsApi.preferences, () => reached(sent.length > 0)),
    answers(pushApi.subscribe, ({ body }) => void sent.push(body)),
  )
  const page = open()
  expect(await page.findByText('Bu tarayıcıda açık')).toBeVisible()
  expect(sent).toEqual([{ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }])
})

test('a customer, who receives no notifications, has no notification tab', async () => {
  const page = renderApp('/profile?tab=notifications', { user: given.user({ role: 'customer' }) })
  expect(await page.findByText('zeynep@egemavisu.example')).toBeVisible()
  expect(within(document.body).queryByRole('tab')).toBeNull()
})
