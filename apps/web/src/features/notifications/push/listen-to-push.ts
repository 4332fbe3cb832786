import type { LinkedAlarm } from '@dalyan/contracts/notifications'
import { ACKNOWLEDGE, acknowledgedNotice, noticeOf, type ShownNotification } from './push-message.ts'

/** The path as the contract has it. */
export const ACKNOWLEDGE_BY_LINK = '/api/alarm-links/acknowledge'

/** The part of a service worker that push needs; TypeScript's types of workers and of pages exclude each other. */
export interface PushWorker {
  location: { origin: string }
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenWindow[]>
    openWindow(url: string): Promise<unknown>
  }
  fetch(path: string, init: RequestInit): Promise<Response>
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
  /** The pressed button; '' when the message itself was clicked. */
  action: string
  notification: ShownNotification & { close(): void; data: unknown }
}

/** Shows push messages, and opens their alarm on a click. */
export function listenToPush(worker: PushWorker): void {
  worker.addEventListener('push', (event) => {
    const { title, options } = noticeOf(event.data?.text())
    event.waitUntil(worker.registration.showNotification(title, options))
  })
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const link = linkOf(event.notification.data)
    event.waitUntil(event.action === ACKNOWLEDGE ? acknowledge(worker, event.notification, link) : open(worker, link))
  })
}

/** If the acknowledgement fails (no network, expired link), opens the link, whose page shows the reason. */
async function acknowledge(worker: PushWorker, shown: ShownNotification, link: string): Promise<void> {
  const token = new URL(link, worker.location.origin).hash.slice(1)
  const headers = { 'content-type': 'application/json' }
  const asked = { method: 'POST', headers, body: JSON.stringify({ token }) }
  const answer = await worker.fetch(ACKNOWLEDGE_BY_LINK, asked).catch(() => null)
  if (!answer?.ok) return open(worker, link)
  const { alarm } = (await answer.json()) as LinkedAlarm
  const { title, options } = acknowledgedNotice(shown, link, alarm.acknowledged_by?.name)
  await worker.registration.showNotification(title, options)
}

/** Focuses a window that shows the address already, or opens one. */
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
