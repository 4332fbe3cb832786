import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { ReadingMessage } from '@dalyan/contracts/device-messages'
import { ReadingRefused, type Link, type OpenLink } from './links.ts'

interface TerminalOptions {
  open: OpenLink
  /** Unacknowledged readings in flight at a time. */
  inFlight?: number
  /** First pause before reconnecting; it doubles up to `longestPauseMs`, with a random half so that a thousand terminals do not reconnect at once. */
  firstPauseMs?: number
  longestPauseMs?: number
  /** Milliseconds from the last try to the acknowledgement. */
  onAcknowledged?: (reading: ReadingMessage, ms: number) => void
  /** Why there is no connection; the terminal retries. */
  onTrouble?: (error: Error) => void
}

interface Pending {
  reading: ReadingMessage
  sent: number
  settle: (error?: Error) => void
}

export type SimulatedTerminal = ReturnType<typeof createTerminal>

/** A simulated terminal: it stores each reading until the server acknowledged it, and resends it after every broken connection. */
export function createTerminal(options: TerminalOptions) {
  const { open, inFlight = 1, firstPauseMs = 500, longestPauseMs = 15_000, onAcknowledged, onTrouble } = options
  /** `refused`: by the server's answer (HTTP 422); `resent`: sent more than once. */
  const counts = { acknowledged: 0, refused: 0, resent: 0, reconnects: 0 }
  /** Oldest first; the first `flying` of them are in flight. */
  const outbox: Pending[] = []
  const flying = new Set<Pending>()
  const closing = new AbortController()
  let link: Link | null = null
  let wake = Promise.withResolvers<void>()

  function changed(): void {
    wake.resolve()
    wake = Promise.withResolvers<void>()
  }

  /** @returns false when it was settled before, because an acknowledgement may arrive while the same reading is resent. */
  function settle(pending: Pending): boolean {
    const at = outbox.indexOf(pending)
    if (at < 0) return false
    flying.delete(pending)
    outbox.splice(at, 1)
    pending.settle()
    changed()
    return true
  }

  async function send(through: Link, pending: Pending): Promise<void> {
    flying.add(pending)
    if (pending.sent > 0) counts.resent += 1
    pending.sent += 1
    const from = performance.now()
    try {
      await through.send(pending.reading)
      if (!settle(pending)) return
      counts.acknowledged += 1
      onAcknowledged?.(pending.reading, performance.now() - from)
    } catch (error) {
      if (error instanceof ReadingRefused) {
        if (settle(pending)) counts.refused += 1
        onTrouble?.(error)
      } else if (error instanceof Error) onTrouble?.(error)
    }
  }

  function fill(through: Link): void {
    for (const pending of outbox) {
      if (flying.size >= inFlight) return
      if (!flying.has(pending)) void send(through, pending)
    }
  }

  async function useLink(through: Link): Promise<void> {
    let alive = true
    void through.lost.then(() => {
      alive = false
      changed()
    })
    while (alive && !closing.signal.aborted) {
      fill(through)
      await wake.promise
    }
    flying.clear()
  }

  async function keepConnected(): Promise<void> {
    for (let pause = firstPauseMs; !closing.signal.aborted;) {
      try {
        link = await open()
        pause = firstPauseMs
        await useLink(link)
      } catch (error) {
        if (error instanceof Error) onTrouble?.(error)
      }
      if (closing.signal.aborted) return
      counts.reconnects += 1
      await wait(pause * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => undefined)
      pause = Math.min(pause * 2, longestPauseMs)
    }
  }

  const running = keepConnected()
  return {
    counts,
    /** Resolves when the reading was acknowledged, or refused for good. Readings are sent in the order of the calls. */
    report(reading: ReadingMessage): Promise<void> {
      if (closing.signal.aborted) return Promise.reject(new Error('the terminal is closed'))
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      outbox.push({ reading, sent: 0, settle: (error) => (error ? reject(error) : resolve()) })
      changed()
      return promise
    },
    /** Waits until fewer than `waiting` readings are unacknowledged, so that a recorded year does not have to fit into memory. */
    async whenBelow(waiting: number): Promise<void> {
      while (outbox.length >= waiting && !closing.signal.aborted) await wake.promise
    },
    /** Ends the connection; the promises of unacknowledged readings are rejected. */
    async close(): Promise<void> {
      closing.abort()
      changed()
      await link?.close().catch(() => undefined)
      await running
      for (const pending of outbox.splice(0))
        pending.settle(new Error('the terminal was closed before this reading was acknowledged'))
    },
  }
}
