import type { TerminalTraffic } from '@dalyan/contracts/terminal-traffic'
import { instantAt } from '../core/clock.ts'
import { rawText } from './door-log.ts'

const LONGEST_BYTES = 8 * 1024

interface Kept {
  payload: Buffer
  length: number
  transport: 'mqtt' | 'http'
  at: number
}

/** What each terminal said last, as it came. In memory alone: it helps whoever looks for a fault now, and costs the disk nothing. */
export function createLastMessages() {
  const kept = new Map<number, Kept>()
  return {
    keep(terminalId: number, payload: Buffer, transport: 'mqtt' | 'http', at: number): void {
      // A copy of its own: what comes from a socket is a slice of a far larger buffer.
      const copy = Buffer.allocUnsafeSlow(Math.min(payload.length, LONGEST_BYTES))
      payload.copy(copy)
      kept.set(terminalId, { payload: copy, length: payload.length, transport, at })
    },
    of(terminalId: number): TerminalTraffic['last_message'] {
      const last = kept.get(terminalId)
      if (!last) return null
      const { payload, length, transport, at } = last
      return { received_at: instantAt(at), transport, text: rawText(payload), is_cut: length > payload.length }
    },
  }
}

export type LastMessages = ReturnType<typeof createLastMessages>
