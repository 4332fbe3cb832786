import type { NotificationChannel, TellingReason } from '@dalyan/contracts/notifications'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import type { JobKind, JobQueue } from '../../core/database/job-queue.ts'
import type { AlarmNotice, AlarmReport } from '../alarms/save-alarms.ts'
import type { Heard } from '../webhooks/queue-webhooks.ts'
import { centreRepository } from './centre.repository.ts'
import { findListeners } from './listeners.repository.ts'
import { nextAfter, turnAfter, wantedFor, type Listener } from './telling.rules.ts'
import { tellingsRepository, type Addressee, type Call, type DueAlarm } from './tellings.repository.ts'

const ALARMS_AT_ONCE = 500
const DAY_MS = 86_400_000
const KEPT_MS = 90 * DAY_MS
/** A message that cannot leave is tried for about half an hour; by then a reminder has taken over. */
const TRIES = { retryLimit: 8, retryDelay: 5, retryDelayMax: 600, batchSize: 100 }

/** The jobs of each channel: they wait for themselves alone. */
export const TELLING_JOBS: Record<NotificationChannel, JobKind> = {
  app: { name: 'tell-app', ...TRIES },
  push: { name: 'tell-push', ...TRIES },
  mail: { name: 'tell-mail', ...TRIES },
}

/** Whoever does it tells a person all that waits for him by one channel; what that is, and what became of it, stands in `tellings`. */
export interface TellingJob {
  user_id: number
}

type CalledAlarm = DueAlarm & { why: TellingReason }
const NOBODY: readonly Listener[] = []

interface Needs {
  database: Database
  clock: Clock
  jobs: Pick<JobQueue, 'put' | 'isOpen'>
  /** Whether people can be reached by e-mail. */
  canMail: boolean
  /** Machines that hear of alarms, in the same transaction. */
  tellMachines: (on: Connection, heard: readonly Heard[]) => Promise<void>
}

export type TellingService = ReturnType<typeof createTellingService>

/** Who is told of alarms, and when again: puts jobs, sends nothing. */
export function createTellingService({ database, clock, jobs, canMail, tellMachines }: Needs) {
  const now = () => instantAt(clock.now())

  /** One job for each person and channel, of however many alarms: a power cut of a thousand tanks keeps no other alarm waiting. */
  async function put(on: Connection, addressees: readonly Addressee[]): Promise<void> {
    for (const [channel, people] of Map.groupBy(addressees, (one) => one.channel)) {
      const given = people.map(({ id, user_id }) => ({ key: String(id), data: { user_id } satisfies TellingJob }))
      await jobs.put(on, TELLING_JOBS[channel], given)
    }
  }

  /** What is wanted at this moment of alarms that nobody has answered, and when to look again. */
  async function queue(on: Connection, alarms: readonly CalledAlarm[]): Promise<void> {
    const listeners = await findListeners(
      on,
      alarms.map(({ tank_id }) => tank_id),
      canMail,
    )
    await tellMachines(on, alarms.flatMap(heardOf))
    const tellings = tellingsRepository(on)
    await put(on, await tellings.insert(callsOf(alarms, listeners), now()))
    await tellings.watch(
      alarms.map(({ alarm_id, occasion, severity, tank_id }) => {
        const elapsed = clock.now() - Date.parse(occasion)
        const next = Date.parse(occasion) + nextAfter(severity, elapsed, listeners.get(tank_id) ?? [])
        return { alarm_id, occasion, due_at: instantAt(next) }
      }),
    )
  }

  /** Of a thousand alarms that come at once most are told alike: who is to be told of them is asked once. */
  function callsOf(alarms: readonly CalledAlarm[], listeners: ReadonlyMap<number, readonly Listener[]>): Call[] {
    const byFirm = Map.groupBy(alarms, ({ tank_id }) => listeners.get(tank_id) ?? NOBODY)
    return [...byFirm].flatMap(([people, ofFirm]) => {
      const alike = Map.groupBy(ofFirm, ({ severity, why, occasion }) => `${severity} ${why} ${occasion}`)
      return [...alike.values()].flatMap((told): Call[] => {
        const [first] = told
        if (!first) return []
        const { severity, why, occasion } = first
        const elapsedMs = clock.now() - Date.parse(occasion)
        const wanted = wantedFor({ severity, why, elapsedMs, now: clock.now() }, people)
        const called = told.map(({ alarm_id, occurrences: occurrence }) => ({ alarm_id, occasion, occurrence }))
        return [{ turn: turnAfter(severity, elapsedMs), alarms: called, wanted }]
      })
    })
  }

  /** The turn of a person on call is no reminder. */
  function heardOf({ alarm_id, tank_id, severity, occasion, why }: CalledAlarm): Heard[] {
    const turn = turnAfter(severity, clock.now() - Date.parse(occasion))
    if (why === 'reminder') return turn === 0 ? [] : [{ alarm_id, tank_id, event: 'alarm.reminder', occasion, turn }]
    const event = why === 'raised' ? 'alarm.raised' : 'alarm.told_again'
    return [{ alarm_id, tank_id, event, occasion, turn: 0 }]
  }

  /** Machines alone hear of what calls nobody. */
  function heardOfStep({ alarm, transition }: AlarmReport): Heard[] {
    const { acknowledged_at, shelved_until, cleared_at, closed_at } = alarm
    const occasion = { acknowledged: acknowledged_at, shelved: shelved_until, cleared: cleared_at, closed: closed_at }[
      transition
    ]
    if (!alarm.tank || occasion === null) return []
    return [{ alarm_id: alarm.id, tank_id: alarm.tank.id, event: `alarm.${transition}`, occasion, turn: 0 }]
  }

  /** What should have been told when it was raised, and was not. */
  async function makeUp(): Promise<void> {
    await database.transact(async (on) => {
      const untold = await tellingsRepository(on).takeUntold(ALARMS_AT_ONCE)
      const open = untold.filter(({ shelved_until }) => shelved_until === null || shelved_until <= now())
      if (open.length > 0)
        await queue(
          on,
          open.map((alarm) => ({ ...alarm, why: 'raised' as const })),
        )
    })
  }

  async function remind(): Promise<void> {
    await database.transact(async (on) => {
      const due = await tellingsRepository(on).takeDue(now(), ALARMS_AT_ONCE)
      if (due.length === 0) return
      const isWaiting = ({ state, told_at, occasion }: DueAlarm) => state === 'active_unack' && told_at === occasion
      const answered = due.filter((alarm) => !isWaiting(alarm))
      await tellingsRepository(on).watch(
        answered.map(({ alarm_id, occasion }) => ({ alarm_id, occasion, due_at: null })),
      )
      const waiting = due.filter(isWaiting)
      if (waiting.length > 0)
        await queue(
          on,
          waiting.map((alarm) => ({ ...alarm, why: 'reminder' as const })),
        )
    })
  }

  return {
    /** Puts the messages of alarms in the alarms' own transaction: neither is ever lost without the other. */
    async tell(on: Connection, told: readonly AlarmNotice[], became: readonly AlarmReport[] = []): Promise<void> {
      await tellMachines(on, became.flatMap(heardOfStep))
      // Nobody would take the jobs: the server is not open yet.
      if (!jobs.isOpen()) return
      const standing = await tellingsRepository(on).findToldAt(told.map(({ alarm }) => alarm.id))
      const alarms = told.flatMap(({ alarm, reason: why }) => {
        const occasion = standing.get(alarm.id)
        if (occasion === undefined || !alarm.tank) return []
        const { id: alarm_id, severity, state, occurrences, shelved_until } = alarm
        const tank_id = alarm.tank.id
        return [{ alarm_id, occasion, tank_id, severity, state, occurrences, told_at: occasion, shelved_until, why }]
      })
      if (alarms.length > 0) await queue(on, alarms)
    },

    /** What time alone brings about: reminders, the next on call, the end of quiet hours. */
    async tick(): Promise<void> {
      if (!jobs.isOpen()) return
      await makeUp()
      await remind()
      await database.transact(async (on) => put(on, await tellingsRepository(on).release(now())))
    },

    /** Forgets what was told long ago. */
    async sweep(): Promise<void> {
      const at = instantAt(clock.now() - KEPT_MS)
      await tellingsRepository(database).removeBefore(at, instantAt(clock.now() - DAY_MS))
      await centreRepository(database).removeBefore(at)
    },
  }
}
