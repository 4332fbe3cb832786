import type { TerminalTraffic } from '@dalyan/contracts/terminal-traffic'
import { instantAt } from '../core/clock.ts'
import { rawText } from './ingest-log.ts'

const LONGEST_BYTES = 8 * 1024
/** Messages of a terminal differ by a few digits, so that with these spare bytes the next one usually fits as well. */
const SPARE_BYTES = 32

interface LastMessage {
  /** The message is in the first `size` bytes. */
  bytes: Buffer
  size: number
  isCut: boolean
  transport: 'mqtt' | 'http'
  at: number
}

/** The newest message of each terminal, as received. Kept in memory only, because it serves to find a current fault. */
export function createLastMessages() {
  const messages = new Map<number, LastMessage>()
  return {
    save(terminalId: number, payload: Buffer, transport: 'mqtt' | 'http', at: number): void {
      const size = Math.min(payload.length, LONGEST_BYTES)
      const isCut = payload.length > size
      const last = messages.get(terminalId)
      // Copied, because a message from a socket is a slice of a far larger buffer; the buffer is reused, because a new one for every message costs
      // ten times as much as the copy.
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
