import { alarmLinksApi } from '@dalyan/contracts/notifications'
import { expect, test, vi } from 'vitest'
import { ACKNOWLEDGE_BY_LINK, listenToPush, type PushWorker } from './listen-to-push.ts'

const LINK = 'https://dalyan.example/alarm-link#token'

/** A service worker whose events the test sends. */
function listening(open: { url: string; focus: () => Promise<unknown> }[] = [], answer = new Response()) {
  const handlers = new Map<string, (event: never) => void>()
  const showNotification = vi.fn(() => Promise.resolve())
  const openWindow = vi.fn(() => Promise.resolve())
  const fetch = vi.fn(() => Promise.resolve(answer))
  const worker: PushWorker = {
    location: { origin: 'https://dalyan.example' },
    registration: { showNotification },
    clients: { matchAll: () => Promise.resolve(open), openWindow },
    fetch,
    addEventListener: (type: string, listener: (event: never) => void) => void handlers.set(type, listener),
  }
  listenToPush(worker)
  const send = async (type: string, event: object) => {
    const works: Promise<unknown>[] = []
    handlers.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => works.push(work) } as never)
    expect(works).toHaveLength(1)
    await Promise.all(works)
  }
  return { send, showNotification, openWindow, fetch }
}
const shown = { title: 'Kritik: TNK-014', tag: 'alarm-7', lang: 'tr', close: () => {} }
const click = { action: '', notification: { ...shown, data: { link: LINK } } }
const clickOnDigest = { action: '', notification: { ...shown, data: { link: '/alarms' } } }
const acknowledge = { ...click, action: 'acknowledge' }

test('a push message is shown, and the worker stays awake until then', async () => {
  const { send, showNotification } = listening()
  await send('push', { data: { text: () => JSON.stringify({ title: 'Kritik: TNK-014', link: LINK }) } })
  expect(showNotification).toHaveBeenCalledWith('Kritik: TNK-014', expect.objectContaining({ data: { link: LINK } }))
})

test('a click on a push message opens the alarm', async () => {
  const { send, openWindow } = listening()
  await send('notificationclick', click)
  expect(openWindow).toHaveBeenCalledWith(LINK)
})

test.each([
  ['the alarm', LINK, click],
  ['the list', 'https://dalyan.example/alarms', clickOnDigest],
])('a click on a push message focuses a window that shows %s already', async (_, url, event) => {
  const focus = vi.fn(() => Promise.resolve())
  const { send, openWindow } = listening([{ url, focus }])
  await send('notificationclick', event)
  expect(focus).toHaveBeenCalledOnce()
  expect(openWindow).not.toHaveBeenCalled()
})

test('the button of a push message acknowledges, and the message then names the user', async () => {
  expect(ACKNOWLEDGE_BY_LINK).toBe(alarmLinksApi.acknowledge.path)
  const { send, fetch, openWindow, showNotification } = listening(
    [],
    Response.json({ alarm: { acknowledged_by: { id: 3, name: 'Deniz Kaya' } } }),
  )
  await send('notificationclick', acknowledge)
  const body = JSON.stringify({ token: 'token' })
  expect(fetch).toHaveBeenCalledWith(ACKNOWLEDGE_BY_LINK, expect.objectContaining({ method: 'POST', body }))
  const options = expect.objectContaining({ body: 'Kritik: TNK-014', tag: 'alarm-7', silent: true })
  expect(showNotification).toHaveBeenCalledWith('Onaylandı · Deniz Kaya', options)
  expect(openWindow).not.toHaveBeenCalled()
})

test('a failed acknowledgement by a push message opens the link, whose page shows the reason', async () => {
  const { send, openWindow, showNotification } = listening([], new Response(null, { status: 404 }))
  await send('notificationclick', acknowledge)
  expect(openWindow).toHaveBeenCalledWith(LINK)
  expect(showNotification).not.toHaveBeenCalled()
})
