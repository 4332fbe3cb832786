import { expect, test, vi } from 'vitest'
import { listenToPush, type PushWorker } from './listen-to-push.ts'

const LINK = 'https://dalyan.example/alarm-link#token'

/** A worker whose events a test sends itself. */
function listening(open: { url: string; focus: () => Promise<unknown> }[] = []) {
  const heard = new Map<string, (event: never) => void>()
  const showNotification = vi.fn(() => Promise.resolve())
  const openWindow = vi.fn(() => Promise.resolve())
  const worker: PushWorker = {
    location: { origin: 'https://dalyan.example' },
    registration: { showNotification },
    clients: { matchAll: () => Promise.resolve(open), openWindow },
    addEventListener: (type: string, listener: (event: never) => void) => void heard.set(type, listener),
  }
  listenToPush(worker)
  const send = async (type: string, event: object) => {
    const works: Promise<unknown>[] = []
    heard.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => works.push(work) } as never)
    expect(works).toHaveLength(1)
    await Promise.all(works)
  }
  return { send, showNotification, openWindow }
}
const click = { notification: { close: () => {}, data: { link: LINK } } }
const clickOnMany = { notification: { close: () => {}, data: { link: '/alarms' } } }

test('what is pushed is shown, and the worker stays awake until it is', async () => {
  const { send, showNotification } = listening()
  await send('push', { data: { text: () => JSON.stringify({ title: 'Kritik: TNK-014', link: LINK }) } })
  expect(showNotification).toHaveBeenCalledWith('Kritik: TNK-014', expect.objectContaining({ data: { link: LINK } }))
})

test('a click opens the alarm', async () => {
  const { send, openWindow } = listening()
  await send('notificationclick', click)
  expect(openWindow).toHaveBeenCalledWith(LINK)
})

test.each([
  ['the alarm', LINK, click],
  ['the list', 'https://dalyan.example/alarms', clickOnMany],
])('a window that shows %s already comes to the front', async (_, url, event) => {
  const focus = vi.fn(() => Promise.resolve())
  const { send, openWindow } = listening([{ url, focus }])
  await send('notificationclick', event)
  expect(focus).toHaveBeenCalledOnce()
  expect(openWindow).not.toHaveBeenCalled()
})
