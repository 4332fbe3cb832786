import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, SessionConnection } from '../database/database.ts'
import type { Logger } from '../log.ts'

const CHECK_EVERY_MS = 2_000
const RETRY_AFTER_MS = 1_000

/** Uses the connection that a process shares with the other processes on its database. */
export interface SessionUser {
  /** Prepares a new connection: the first one, and each after a loss. */
  opened(on: SessionConnection): Promise<void>
  /** Runs every two seconds while the connection lives; a failure ends the connection. */
  checked?(on: SessionConnection): Promise<void>
  /** Runs at once when the connection is over. */
  lost(): void
}

interface Needs {
  database: Pick<Database, 'session'>
  log: Logger
  /** In the order in which they prepare the connection. */
  users: readonly SessionUser[]
}

/** Keeps one connection open, whose users learn at once when it is lost, and opens another one until it is stopped. */
export function keepSession({ database, log, users }: Needs) {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> = Promise.resolve()
  let isReported = false

  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)

  /** Uses one connection until it is lost or the process stops. */
  async function use(opened: () => void): Promise<void> {
    const session = await database.session('processes')
    let isOver = false
    const ended = session.ended.then(() => void (isOver = true))
    try {
      for (const user of users) await user.opened(session)
      isReported = false
      opened()
      while (!isOver && !signal.aborted) {
        await Promise.race([pause(CHECK_EVERY_MS), ended])
        if (isOver || signal.aborted) break
        // Notices a connection on which nothing arrives any more.
        await session.query('select 1')
        for (const user of users) await user.checked?.(session)
      }
      if (isOver) throw new Error('the connection ended')
    } finally {
      for (const user of users) user.lost()
      session.close().catch(() => undefined)
    }
  }

  async function run(tried: () => void): Promise<void> {
    while (!signal.aborted) {
      await use(tried).catch((error: unknown) => {
        if (!isReported && !signal.aborted) log.warn({ err: error }, 'the connection to the other processes was lost')
        isReported = true
      })
      tried()
      await pause(RETRY_AFTER_MS)
    }
  }

  return {
    /** Resolves when the first connection is prepared, or could not be. */
    start: () =>
      new Promise<void>((tried) => {
        running = run(tried)
      }),
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}
