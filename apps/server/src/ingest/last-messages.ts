import type { TerminalTraffic } from '@dalyan/contracts/terminal-traffic'
import { instantAt } from '../core/clock.ts'
import { rawText } from './ingest-log.ts'

const LONGEST_BYTES = 8 * 1024
/** Messages of a terminal differ by a few digits: with this much room to spare the next one fits as well. */
const SPARE_BYTES = 32

interface Kept {
  /** What was said stands in its first `size` bytes. */
  room: Buffer
  size: number
  isCut: boolean
  transport: 'mqtt' | 'http'
  at: number
}

/** What each terminal said last, as it came. In memory alone: it helps whoever looks for a fault now, and costs the disk nothing. */
export function createLastMessages() {
  const kept = new Map<number, Kept>()
  return {
    keep(terminalId: number, payload: Buffer, transport: 'mqtt' | 'http', at: number): void {
      const size = Math.min(payload.length, LONGEST_BYTES)
      const isCut = payload.length > size
      const last = kept.get(terminalId)
      // A room of its own, since what comes from a socket is a slice of a far larger buffer; and the same one again, since a new one for every
      // message costs ten times what the copying does.
      const room = last && last.room.length >= size ? last.room : Buffer.allocUnsafeSlow(size + SPARE_BYTES)
      payload.copy(room, 0, 0, size)
      kept.set(terminalId, { room, size, isCut, transport, at })
    },
    of(terminalId: number): TerminalTraffic['last_message'] {
      const last = kept.get(terminalId)
      if (!last) return null
      const { room, size, isCut, transport, at } = last
      return { received_at: instantAt(at), transport, text: rawText(room.subarray(0, size)), is_cut: isCut }
    },
  }
}

export type LastMessages = ReturnType<typeof createLastMessages>
