import { journalApi, type JournalInput } from '@dalyan/contracts/journal'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { onOnline, isOnline } from '../../../shared/api/online.ts'
import { readStoredJson, writeStored } from '../../../shared/browser/storage.ts'
import { subscribers } from '../../../shared/browser/subscribers.ts'

/** An entry that the server has not confirmed yet. */
export interface QueuedEntry {
  /** The user who wrote it; another user of this browser neither sees nor sends it. */
  user_id: number
  tank_code: string
  entry: JournalInput
  /** Why the server refused it; such an entry is not sent again. */
  problem?: string
}

/** The shell loads this module when the storage has this key. */
const KEY = 'journal-queue'
const RETRY_AFTER_MS = 15_000

const { subscribe, notify } = subscribers()
let entries = readQueue([])
let sending: Promise<void> = Promise.resolve()
let retry: ReturnType<typeof setTimeout> | undefined

function readQueue(otherwise: readonly QueuedEntry[]): readonly QueuedEntry[] {
  const stored = readStoredJson(KEY)
  return Array.isArray(stored) ? (stored as QueuedEntry[]) : otherwise
}

/** Changes the newest queue: another tab may have changed it. Without storage the queue lasts as long as the page. */
function change(by: (queue: readonly QueuedEntry[]) => readonly QueuedEntry[]): void {
  entries = by(readQueue(entries))
  writeStored(KEY, entries.length > 0 ? JSON.stringify(entries) : null)
  notify()
}

window.addEventListener('storage', ({ key }) => {
  if (key !== KEY) return
  entries = readQueue([])
  notify()
})
onOnline(() => {
  if (isOnline()) for (const id of new Set(entries.map(({ user_id }) => user_id))) void sendQueued(id)
})

/** The entries of this user that are not confirmed, oldest first. */
export function useQueuedEntries(userId: number): readonly QueuedEntry[] {
  return useSyncExternalStore(subscribe, () => entries).filter(({ user_id }) => user_id === userId)
}

/** Stores an entry in this browser and sends it. @returns `queued`: the server could not be reached; `refused`: it stays with its problem. */
export async function writeEntry(queued: QueuedEntry): Promise<'stored' | 'queued' | 'refused'> {
  change((queue) => [...queue, queued])
  await sendQueued(queued.user_id)
  const left = entries.find(({ entry }) => entry.id === queued.entry.id)
  if (!left) return 'stored'
  return left.problem === undefined ? 'queued' : 'refused'
}

/** Removes an entry that the server refused. */
export function dropEntry(id: string): void {
  change((queue) => queue.filter(({ entry }) => entry.id !== id))
}

/** Sends what waits, one after the other, since an entry may correct an earlier one. The session must be that of this user. */
export function sendQueued(userId: number): Promise<void> {
  sending = sending.then(() => sendAll(userId))
  return sending
}

async function sendAll(userId: number): Promise<void> {
  clearTimeout(retry)
  for (const { entry } of entries.filter(({ user_id, problem }) => user_id === userId && problem === undefined)) {
    try {
      await call(journalApi.write, { body: entry })
      dropEntry(entry.id)
    } catch (error) {
      if (!(error instanceof ApiError) || isPassing(error)) {
        retry = setTimeout(() => void sendQueued(userId), RETRY_AFTER_MS)
        return
      }
      change((queue) => queue.map((one) => (one.entry.id === entry.id ? { ...one, problem: error.message } : one)))
    }
  }
}

/** Whether the same call may succeed later: no network, no session, too many calls, or a server that is not ready. */
function isPassing({ status }: ApiError): boolean {
  return status < 400 || status === 401 || status === 408 || status === 419 || status === 429 || status >= 500
}

/** A new id of an entry; `randomUUID` exists only behind HTTPS and on localhost. */
export function newEntryId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
