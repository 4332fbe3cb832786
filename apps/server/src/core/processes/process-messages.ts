import { randomBytes } from 'node:crypto'
import type { SessionConnection } from '../database/database.ts'
import type { Logger } from '../log.ts'
import type { SessionUser } from './kept-session.ts'

/** Messages of this time leave together. */
const GATHER_MS = 50
/** PostgreSQL refuses a payload of 8,000 bytes; the rest is for its head. */
const LONGEST_PART = 7_900
/** More than a connection could be behind without being broken. */
const MOST_WAITING = 20_000
const SEND = 'select pg_notify($1, part) from unnest($2::text[]) part'

interface Needs<Channel extends string> {
  log: Logger
  /** The channels of PostgreSQL that this process listens to. */
  listensTo: readonly Channel[]
  /** A message of another process, in the order in which that process sent them. */
  receive: (message: unknown, from: string) => void
  /** The process is connected. `isAgain`: it was connected before, and may have missed messages meanwhile. */
  connected: (isAgain: boolean) => void
  /** Messages of this process were lost. */
  dropped: () => void
}

/**
 * Messages between the processes on one database, by NOTIFY. They are sent after the commit of what they report, each at most once: while a
 * connection is down they are lost, and both sides learn that some were.
 */
export function createProcessMessages<Channel extends string>(
  needs: Needs<Channel>,
): SessionUser & { send(channel: Channel, message: unknown): void; flush(): Promise<void> } {
  const { log, listensTo, receive } = needs
  const self = randomBytes(6).toString('base64url')
  /** By channel; equal messages leave once. */
  let waiting = new Map<Channel, Set<string>>()
  let session: SessionConnection | null = null
  let wasConnected = false
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()
  const assemble = createAssembly()

  function drop(): void {
    if (waiting.size === 0) return
    waiting = new Map()
    needs.dropped()
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    sending = sending.then(sendWaiting)
    return sending
  }

  async function sendWaiting(): Promise<void> {
    const on = session
    if (!on) return drop()
    const batches = waiting
    waiting = new Map()
    try {
      for (const [channel, messages] of batches) await on.query(SEND, [channel, partsOf(self, [...messages])])
    } catch (error) {
      log.warn({ err: error }, 'messages to other processes were lost')
      needs.dropped()
    }
  }

  function notified(payload: string): void {
    const complete = assemble(payload)
    if (!complete || complete.from === self) return
    for (const message of JSON.parse(complete.text) as unknown[]) {
      try {
        receive(message, complete.from)
      } catch (error) {
        log.warn({ err: error }, 'a message of another process could not be used')
      }
    }
  }

  return {
    send(channel, message) {
      const messages = waiting.get(channel) ?? new Set()
      waiting.set(channel, messages.add(JSON.stringify(message)))
      if (messages.size > MOST_WAITING) drop()
      else timer ??= setTimeout(() => void flush(), GATHER_MS).unref()
    },
    /** Sends what waits. */
    flush,
    async opened(on) {
      on.onNotification((_channel, payload) => notified(payload))
      for (const channel of listensTo) await on.query(`listen ${channel}`)
      session = on
      needs.connected(wasConnected)
      wasConnected = true
    },
    lost() {
      session = null
    },
  }
}

/** ASCII, because PostgreSQL counts bytes; each part is `sender index count text`. */
function partsOf(from: string, messages: readonly string[]): string[] {
  const text = `[${messages.join()}]`.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const count = Math.ceil(text.length / LONGEST_PART)
  return Array.from(
    { length: count },
    (_, i) => `${from} ${i} ${count} ${text.slice(i * LONGEST_PART, (i + 1) * LONGEST_PART)}`,
  )
}

/** Joins the parts of each sender. They come in order; those of a batch whose beginning was missed are left out. */
function createAssembly() {
  const begun = new Map<string, string[]>()
  return (payload: string): { from: string; text: string } | null => {
    const [, from = '', index = '', count = '', text = ''] = /^(\S+) (\d+) (\d+) (.*)$/s.exec(payload) ?? []
    if (index === '0') begun.set(from, [])
    const parts = begun.get(from)
    if (parts?.length !== Number(index)) return null
    parts.push(text)
    if (parts.length < Number(count)) return null
    begun.delete(from)
    return { from, text: parts.join('') }
  }
}
