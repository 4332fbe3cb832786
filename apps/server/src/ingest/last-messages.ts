import type { TerminalTraffic } from '@dalyan/contracts/terminal-traffic'
import { instantAt } from '../core/clock.ts'
import { rawText } from './ingest-log.ts'

const LONGEST_BYTES = 8 * 1024
/** Messages of a terminal differ by a few digits: with so many bytes to spare the next one fits as well. */
const SPARE_BYTES = 32

interface LastMessage {
  /** The message is in the first `size` bytes. */
  bytes: Buffer
  size: number
  isCut: boolean
  transport: 'mqtt' | 'http'
  at: number
}

/** The newest message of each terminal, as it came. In memory alone: it helps in the search for a fault now, and costs no disk. */
export function createLastMessages() {
  const messages = new Map<number, LastMessage>()
  return {
    save(terminalId: number, payload: Buffer, transport: 'mqtt' | 'http', at: number): void {
      const size = Math.min(payload.length, LONGEST_BYTES)
      const isCut = payload.length > size
      const last = messages.get(terminalId)
      // A buffer of its own, since what comes from a socket is a slice of a far larger buffer; and the same one again, since a new one for every
      // message costs ten times what the copying does.
      const bytes = last && last.bytes.length >= size ? last.bytes : Buffer.allocUnsafeSlow(size + SPARE_BYTES)
      payload.copy(bytes, 0, 0, size)
      messages.set(terminalId, { bytes, size, isCut, transport, at })
    },
    of(terminalId: number): TerminalTraffic['last_message'] {
      const last = messages.get(terminalId)
      if (!last) return null
      const { bytes, size, isCut, transport, at } = last
      return { received_at: instantAt(at), transport, text: rawText(bytes.subarray(0, size)), is_cut: isCut }
    },
  }
}

export type LastMessages = ReturnType<typeof createLastMessages>
