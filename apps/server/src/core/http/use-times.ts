import type { Instant } from '@dalyan/contracts/instant'
import { instantAt, type Clock } from '../clock.ts'
import type { Logger } from '../log.ts'

const WRITTEN_EVERY_MS = 60_000

/** Notes that what has this id is in use now. @param lastUsedAt as stored; null: never used */
export type NoteUse = (id: number, lastUsedAt: Instant | null) => void

interface Needs {
  clock: Clock
  log: Logger
  write: (ids: number[], at: Instant) => Promise<void>
}

/**
 * Writes when sessions and links were last used, to the minute. Their callers neither wait for this nor fail with it, so that tanks and charts can be
 * read while the database's disk hangs, is full or read-only. One statement runs at a time and writes all that came meanwhile: however many callers
 * there are, they hold one connection.
 */
export function createUseTimes({ clock, log, write }: Needs): NoteUse {
  const waiting = new Set<number>()
  let isWriting = false

  async function writeWaiting(): Promise<void> {
    isWriting = true
    while (waiting.size > 0) {
      const ids = [...waiting].sort((a, b) => a - b)
      waiting.clear()
      // The next use is written again.
      await write(ids, instantAt(clock.now())).catch((error: unknown) =>
        log.warn({ err: error, count: ids.length }, 'when sessions or links were last used could not be saved'),
      )
    }
    isWriting = false
  }

  return (id, lastUsedAt) => {
    if (lastUsedAt !== null && clock.now() < Date.parse(lastUsedAt) + WRITTEN_EVERY_MS) return
    waiting.add(id)
    if (!isWriting) void writeWaiting()
  }
}
