import { noticeOf } from './push-message.ts'

/** The little of a service worker that push needs; TypeScript's types of workers and of pages exclude each other. */
export interface PushWorker {
  location: { origin: string }
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenWindow[]>
    openWindow(url: string): Promise<unknown>
  }
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void
}
interface OpenWindow {
  url: string
  focus(): Promise<unknown>
}
interface WaitingEvent {
  waitUntil(work: Promise<unknown>): void
}
interface PushEvent extends WaitingEvent {
  data: { text(): string } | null
}
interface ClickEvent extends WaitingEvent {
  notification: { close(): void; data: unknown }
}

/** Shows what is pushed, and opens its alarm when it is clicked. */
export function listenToPush(worker: PushWorker): void {
  worker.addEventListener('push', (event) => {
    const { title, options } = noticeOf(event.data?.text())
    event.waitUntil(worker.registration.showNotification(title, options))
  })
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(worker, linkOf(event.notification.data)))
  })
}

/** A window that shows it already comes to the front. */
async function open({ clients, location }: PushWorker, link: string): Promise<void> {
  const address = new URL(link, location.origin).href
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => url === address)
  await (there ? there.focus() : clients.openWindow(address))
}

function linkOf(data: unknown): string {
  return typeof data === 'object' && data !== null && 'link' in data && typeof data.link === 'string'
    ? data.link
    : '/alarms'
}
