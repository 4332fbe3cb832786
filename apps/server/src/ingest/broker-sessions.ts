import type { Basics } from '../basics.ts'
import type { SessionConnection } from '../core/database/database.ts'
import type { SessionUser } from '../core/processes/kept-session.ts'
import type { BrokerIntake } from './broker-intake.ts'
import type { BrokerLink } from './broker-link.ts'

/** First key of the advisory locks; the second is the number of the session. */
const LOCK = 7120
const MOST_SESSIONS = 64
/** A process that restarts takes its session again within this time. */
const ADOPT_AFTER_MS = 5_000
/** A session without messages for this long holds none any more: a broker sends what it holds at once. */
const EMPTY_AFTER_MS = 3_000

interface Needs extends Pick<Basics, 'clock' | 'log'> {
  broker: {
    open(...opened: Parameters<BrokerIntake['open']>): Pick<BrokerLink, 'idleMs'>
    close(number: number): Promise<void>
  }
  /** The numbers of all sessions that may hold messages, of all processes. */
  known: { read(): Promise<readonly number[]>; save(numbers: readonly number[]): Promise<void> }
}

/**
 * Divides the sessions at the broker among the processes of an installation: a process has the one whose lock its connection to PostgreSQL holds.
 * A broker may go on giving messages to the session of a process that has ended, so that another process takes them out of it when nobody else has it.
 */
export function createBrokerSessions({ broker, known, clock, log }: Needs): SessionUser & { stop(): void } {
  let own: number | null = null
  /** Sessions that nobody has, since when that was seen; `idleMs` of those that this process empties. */
  const abandoned = new Map<number, { since: number; idleMs: (() => number) | null }>()
  let isStopping = false

  async function lock(on: SessionConnection, number: number): Promise<boolean> {
    const { rows } = await on.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1, $2) as is_ours', [
      LOCK,
      number,
    ])
    return rows[0]?.is_ours === true
  }

  /** The numbers that any process has. */
  async function taken(on: SessionConnection): Promise<Set<number>> {
    const { rows } = await on.query<{ number: number }>(
      `select objid::int as number from pg_locks where locktype = 'advisory' and classid = $1 and objsubid = 2
       and database = (select oid from pg_database where datname = current_database())`,
      [LOCK],
    )
    return new Set(rows.map(({ number }) => number))
  }

  async function remember(number: number): Promise<void> {
    const numbers = await known.read()
    if (!numbers.includes(number)) await known.save([...numbers, number])
  }

  async function takeOne(on: SessionConnection): Promise<void> {
    for (let number = 1; number <= MOST_SESSIONS && !isStopping; number += 1) {
      if (!(await lock(on, number))) continue
      own = number
      await remember(number)
      broker.open(number)
      return
    }
    log.error(`no session at the MQTT broker is free; an installation has ${MOST_SESSIONS}`)
  }

  async function adopt(on: SessionConnection): Promise<void> {
    const held = await taken(on)
    const now = clock.now()
    for (const number of await known.read()) {
      if (isStopping) return
      const left = abandoned.get(number)
      if (left?.idleMs) {
        if (left.idleMs() > EMPTY_AFTER_MS) await release(on, number)
      } else if (held.has(number)) abandoned.delete(number)
      else if (!left) abandoned.set(number, { since: now, idleMs: null })
      else if (now - left.since > ADOPT_AFTER_MS && (await lock(on, number))) {
        log.info({ number }, 'this process takes what a session at the MQTT broker still holds')
        left.idleMs = broker.open(number, 'drain').idleMs
      }
    }
  }

  async function release(on: SessionConnection, number: number): Promise<void> {
    await broker.close(number)
    abandoned.delete(number)
    // Before another process can have it.
    await known.save((await known.read()).filter((each) => each !== number))
    await on.query('select pg_advisory_unlock($1, $2)', [LOCK, number])
  }

  return {
    opened: takeOne,
    async checked(on) {
      if (isStopping) return
      if (own === null) await takeOne(on)
      // Two processes that write at the same time may have forgotten one number.
      else await remember(own)
      await adopt(on)
    },
    lost() {
      // Another process may have the locks from now on.
      if (own !== null) void broker.close(own)
      for (const [number, { idleMs }] of abandoned) if (idleMs) void broker.close(number)
      own = null
      abandoned.clear()
    },
    /** Takes no further session. */
    stop: () => void (isStopping = true),
  }
}
