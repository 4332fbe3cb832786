import { alarmsApi } from '@dalyan/contracts/alarms'
import { notificationsApi, pushApi } from '@dalyan/contracts/notifications'
import type { Browser, BrowserContext, CDPSession, Page, Worker } from '@playwright/test'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { report, signIn, watchedTank, type ProductUser, type WatchedTank } from './users.ts'
import { startProduct, type Product } from './product.ts'
import { createPushBrowser, readVapid } from './push-browser.ts'
import { openReceivers, type Receivers } from './receivers.ts'
import { see } from './see.ts'
import { signInByPage } from './sign-in-by-page.ts'

let receivers: Receivers
let product: Product
let browser: Browser
let admin: ProductUser
let tank: WatchedTank

beforeAll(async () => {
  receivers = await openReceivers()
  ;[product, browser] = await Promise.all([startProduct(inject('databaseUrl'), receivers.settings), launchBrowser()])
  admin = await signIn(product)
  tank = await watchedTank(admin, 'TNK-014')
  await admin.call(notificationsApi.setPreferences, { all_firms: true })
})

afterAll(async () => {
  await browser?.close()
  await product?.discard()
  await receivers?.close()
})

/** A Chromium whose subscriptions point to the test's push service, because its vendor's service needs the internet. */
async function browserWith({ subscription }: ReturnType<typeof createPushBrowser>): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'tr-TR' })
  await context.grantPermissions(['notifications'], { origin: product.page })
  await context.addInitScript((given) => {
    if (Notification.permission === 'denied')
      Object.defineProperties(Notification, {
        permission: { value: 'granted' },
        requestPermission: { value: async () => 'granted' },
      })
    const isMade = () => localStorage.getItem('push-made') !== null
    const made = {
      endpoint: given.endpoint,
      toJSON: () => given,
      unsubscribe: async () => localStorage.removeItem('push-made'),
    }
    Object.assign(PushManager.prototype, {
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        localStorage.setItem('push-made', applicationServerKey)
        return made
      },
      getSubscription: async () => (isMade() ? made : null),
    })
  }, subscription)
  return context
}

/** Delivers a message to the service worker, as the browser does. */
async function createDelivery(context: BrowserContext, page: Page): Promise<(data: string) => Promise<void>> {
  const session: CDPSession = await context.newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registration
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin: product.page, registrationId, data })
  }
}

/** The service worker. A headless browser without notifications gets a list in the worker instead. */
async function workerOf(context: BrowserContext): Promise<Worker> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    if (Notification.permission === 'granted') return
    const all = new Map<string, object>()
    Object.assign((globalThis as unknown as WorkerScope).registration, {
      showNotification: async (title: string, options: { tag: string }) => {
        all.set(options.tag, { title, ...options, close: () => all.delete(options.tag) })
      },
      getNotifications: async () => [...all.values()],
    })
  })
  return worker
}

const shown = (worker: Worker) =>
  worker.evaluate(async () => {
    const all = await (globalThis as unknown as WorkerScope).registration.getNotifications()
    return all.map(({ title, tag, requireInteraction }) => ({ title, tag, requireInteraction }))
  })

/** Dispatches a click on the notification with this tag, because a headless browser shows none. @returns the opened address; null when none opened */
const click = (worker: Worker, tag: string, action = '') =>
  worker.evaluate(
    async ([wanted, button]) => {
      const scope = globalThis as unknown as WorkerScope
      const notification = (await scope.registration.getNotifications()).find((each) => each.tag === wanted)
      return new Promise<string | null>((resolve) => {
        scope.clients.openWindow = async (url) => resolve(url)
        const event = new Event('notificationclick')
        const waitUntil = (work: Promise<unknown>) => void work.then(() => resolve(null))
        scope.dispatchEvent(Object.assign(event, { notification, action: button, waitUntil }))
      })
    },
    [tag, action] as const,
  )

/** TypeScript's types of workers and of pages exclude each other. */
interface WorkerScope {
  registration: ServiceWorkerRegistration
  clients: { openWindow: (url: string) => Promise<void> }
  dispatchEvent: (event: Event) => boolean
}

/** The next message at the push service, decrypted as by the browser. */
async function received(pushBrowser: ReturnType<typeof createPushBrowser>) {
  await expect.poll(() => receivers.https.received.length, { interval: 20 }).toBeGreaterThan(0)
  const [message] = receivers.https.received.splice(0)
  if (!message) throw new Error('nothing was pushed')
  const text = pushBrowser.decrypt(message.body)
  return { ...message, text, data: JSON.parse(text) as { id: string | null; title: string; link: string; tag: string } }
}

test('push is switched on, tested, received, shown once and clicked, and its subscription is deleted when the browser is gone', async ({
  annotate,
}) => {
  const pushBrowser = createPushBrowser(`${receivers.https.url}/push/telefon`)
  const context = await browserWith(pushBrowser)
  const page = await context.newPage()
  await signInByPage(page, product)
  await see(page.getByText(/Kimseye haber verilmeyecek/)).toBeVisible()
  await page.getByRole('link', { name: 'Kanalları dene' }).click()
  await page.getByRole('button', { name: 'Bu tarayıcıda aç' }).click()
  // The worker caches the page before it subscribes to messages.
  await see(page.getByText('Bu tarayıcıda açık')).toBeVisible()
  const { key } = await admin.call(pushApi.key)
  expect(await page.evaluate(() => localStorage.getItem('push-made'))).toBe(key)
  const [deliver, worker] = await Promise.all([createDelivery(context, page), workerOf(context)])

  await page.getByRole('button', { name: 'Test gönder: Tarayıcı bildirimi' }).click()
  await see(page.getByText('Gönderildi. Geldiğine bakın.')).toBeVisible()
  const testMessage = await received(pushBrowser)
  expect(testMessage).toMatchObject({ method: 'POST', path: '/push/telefon', data: { title: 'Deneme bildirimi' } })
  const { claims, ...vapid } = readVapid(testMessage.headers.authorization ?? '')
  expect(vapid.key).toBe(key)
  expect(claims).toMatchObject({ aud: receivers.https.url, sub: expect.stringMatching(/^mailto:/) })
  expect(claims.exp * 1000 - Date.now()).toBeLessThanOrEqual(86_400_000)
  await deliver(testMessage.text)
  await expect.poll(() => shown(worker)).toMatchObject([{ title: 'Deneme bildirimi', requireInteraction: false }])
  await page.goto(`${product.page}/home`)
  await see(page.getByRole('heading', { level: 1 })).toBeVisible()
  await see(page.getByText(/Kimseye haber verilmeyecek/)).toHaveCount(0)

  const begun = performance.now()
  await report(product, tank, { ph: 9.9 })
  const alarm = await received(pushBrowser)
  await annotate(`the push service had the alarm after ${Math.round(performance.now() - begun)} ms`)
  expect(alarm.data.title).toBe('Kritik: TNK-014 Levrek larva TNK-014, pH yüksek: 9,90')
  // Messages are sent at least once, so the same one may arrive again.
  await deliver(alarm.text)
  await deliver(alarm.text)
  const alarms = async () => (await shown(worker)).filter(({ tag }) => tag === alarm.data.tag)
  await expect.poll(alarms).toMatchObject([{ title: alarm.data.title, requireInteraction: true }])
  await see(page.getByRole('button', { name: /1 okunmamış bildirim/ })).toBeVisible()

  expect(await click(worker, alarm.data.tag)).toBe(alarm.data.link)
  await expect.poll(alarms).toEqual([])
  await page.goto(alarm.data.link)
  await see(page.getByRole('heading', { level: 1 })).toHaveText('pH yüksek')
  await see(page.getByRole('button', { name: 'Onayla' })).toBeVisible()

  // The button of the notification works without an open page.
  await deliver(alarm.text)
  await expect.poll(alarms).toHaveLength(1)
  expect(await click(worker, alarm.data.tag, 'acknowledge')).toBeNull()
  await expect.poll(alarms).toMatchObject([{ title: 'Onaylandı · Yönetici' }])
  const [acknowledged] = (await admin.call(alarmsApi.list)).data
  expect(acknowledged).toMatchObject({ state: 'active_ack', acknowledged_by: { name: 'Yönetici' } })

  receivers.https.answer(410)
  await page.goto(`${product.page}/profile?tab=notifications`)
  await page.getByRole('button', { name: 'Test gönder: Tarayıcı bildirimi' }).click()
  await Promise.all(
    ['Bu tarayıcıda kapalı', 'Test gönderilemedi'].map((said) => see(page.getByText(said)).toBeVisible()),
  )
  const { health } = await admin.call(notificationsApi.preferences)
  expect(health.find(({ channel }) => channel === 'push')).toMatchObject({ ready: false, reason: 'no_subscription' })
  await context.close()
})
