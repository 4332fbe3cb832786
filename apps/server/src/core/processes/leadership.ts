import type { SessionConnection } from '../database/database.ts'
import type { Logger } from '../log.ts'
import type { SessionUser } from './kept-session.ts'

/** The advisory lock of the process that leads. */
const LOCK = 7110

/** Work that runs until it is stopped. */
export interface RunningWork {
  stop(): Promise<void>
}

interface Needs {
  log: Logger
  /** Starts what only one process does. */
  lead: () => Promise<RunningWork>
}

/**
 * Of all processes with this work one leads: the one whose connection holds a lock of PostgreSQL, which the end of the connection releases. The
 * others try every two seconds.
 */
export function createLeadership({ log, lead }: Needs): SessionUser & { isLeading(): boolean; stop(): Promise<void> } {
  let work: RunningWork | null = null
  let stopped: Promise<void> = Promise.resolve()
  let session: SessionConnection | null = null
  let isStopping = false

  async function tryToLead(on: SessionConnection): Promise<void> {
    // The lock exists as long as the connection, which was just checked.
    if (work || isStopping) return
    const { rows } = await on.query<{ leads: boolean }>('select pg_try_advisory_lock($1) as leads', [LOCK])
    if (!rows[0]?.leads) return
    await stopped
    session = on
    work = await lead()
    if (isStopping) lost()
    else log.info('this process does the jobs')
  }

  function lost(): void {
    if (!work) return
    const ending = work
    work = null
    stopped = ending.stop().catch((error: unknown) => log.warn({ err: error }, 'the jobs did not stop well'))
  }

  return {
    opened: tryToLead,
    checked: tryToLead,
    lost,
    isLeading: () => work !== null,
    /** Ends the work for good, and then lets another process lead while the connection is still needed. */
    async stop() {
      isStopping = true
      lost()
      await stopped
      await session?.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
    },
  }
}
