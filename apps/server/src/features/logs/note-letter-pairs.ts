import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '../../core/database/database.ts'
import { serverLogBlocks } from './server-log-blocks.repository.ts'

/** A turn is short, so that the server's end never waits for it; the next one goes on. */
const STEPS = 20
const BREATH_MS = 20

/** Keeps noted which letters stand where in the server log. @returns one turn. */
export function createLetterNotes(database: Pick<Connection, 'db'>): () => Promise<void> {
  const blocks = serverLogBlocks(database)
  return async () => {
    for (let step = 0; step < STEPS && (await blocks.keepUp()) > 0; step += 1) await sleep(BREATH_MS)
  }
}
