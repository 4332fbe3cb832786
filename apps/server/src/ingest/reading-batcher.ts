import type { Basics } from '../basics.ts'
import { isDataError } from '../core/http/error-handler.ts'
import type { Outcome, Reading } from '../features/measurements/storing/reading.ts'

/** Measured: a longer linger only adds delay, and larger batches are no faster (benchmarks/ingest.ts). */
const FULL_AT = 1_000
const LINGER_MS = 5
const LANES = 2
/** Two batches that have fewer readings than this together are written as one, because most of what a small batch costs is its statements. */
const JOINED_BELOW = 100
const MOST_WAITING = 50_000
const RETRY_AFTER_MS = [50, 100, 200, 400, 800, 1_000] as const
/** A longer write counts as a missing database, before the database itself reports an error. */
const AWAY_AFTER_MS = 5_000
const SWEEP_EVERY_MS = 250
/** How long a write is tried again for which nobody waits any more; longer than terminals wait before they send again. */
const UNAWAITED_FOR_MS = 600_000
const STOP_WITHIN_MS = 5_000

/** The readings could not be stored in time; the sender must send them again. */
export class NotStored extends Error {}
/** The database refuses this message in any batch; sending it again is of no use. */
export class Unstorable extends Error {}

interface Needs extends Pick<Basics, 'clock' | 'log'> {
  store: (readings: readonly Reading[]) => Promise<Outcome[]>
  /** Whether a retry may help. */
  isPassing: (error: unknown) => boolean
}

/** How long the sender of a message waits for the database. */
export interface Patience {
  /** At most this long. */
  ms: number
  /** Waits through failures as well; else the first failure rejects at once. */
  outlastsFailures: boolean
}

interface PendingMessage {
  readings: readonly Reading[]
  arrivedAt: number
  giveUpAt: number
  outlastsFailures: boolean
  isSettled: boolean
  resolve: (outcomes: Outcome[]) => void
  reject: (error: Error) => void
}

interface Lane {
  waiting: PendingMessage[]
  /** Readings in `waiting`. */
  size: number
  writing: PendingMessage[] | null
  writingSince: number
  linger: NodeJS.Timeout | undefined
}

/**
 * Stores many messages with one write. Two lanes write in parallel, or together while they have little. A terminal always uses the same lane, so that its messages are written and
 * evaluated in the order of their arrival, and two writes never wait for the same row.
 */
export function createReadingBatcher({ store, isPassing, clock, log }: Needs) {
  const lanes: Lane[] = Array.from({ length: LANES }, () => ({
    waiting: [],
    size: 0,
    writing: null,
    writingSince: 0,
    linger: undefined,
  }))
  let total = 0
  let failingSince: number | null = null
  let lagMs = 0
  let isStopping = false
  let waitingForSpace: (() => void)[] = []
  const sweep = setInterval(giveUpLate, SWEEP_EVERY_MS)
  sweep.unref()

  function settle(message: PendingMessage, outcomes: Outcome[] | Error): void {
    if (message.isSettled) return
    message.isSettled = true
    if (outcomes instanceof Error) message.reject(outcomes)
    else message.resolve(outcomes)
  }

  function forget(messages: readonly PendingMessage[]): void {
    for (const { readings } of messages) total -= readings.length
    if (waitingForSpace.length === 0 || total >= MOST_WAITING) return
    const released = waitingForSpace
    waitingForSpace = []
    for (const release of released) release()
  }

  function giveUpLate(): void {
    const now = clock.now()
    for (const lane of lanes) giveUp(lane, ({ giveUpAt }) => now >= giveUpAt)
  }

  /** Includes a running write: it may still succeed, and then the repeated readings are duplicates. */
  function giveUp(lane: Lane, isOver: (message: PendingMessage) => boolean): void {
    for (const message of lane.writing ?? []) if (isOver(message)) settle(message, new NotStored())
    const over = lane.waiting.filter(isOver)
    if (over.length === 0) return
    lane.waiting = lane.waiting.filter((message) => !isOver(message))
    for (const message of over) {
      lane.size -= message.readings.length
      settle(message, new NotStored())
    }
    forget(over)
  }

  /** Takes the next batch: complete messages, up to the limit of one write. */
  function take(lane: Lane): PendingMessage[] {
    let size = 0
    let count = 0
    for (const { readings } of lane.waiting) {
      if (count > 0 && size + readings.length > FULL_AT) break
      size += readings.length
      count += 1
    }
    lane.size -= size
    return lane.waiting.splice(0, count)
  }

  function writeSoon(lane: Lane): void {
    if (lane.writing || lane.waiting.length === 0) return
    const oldest = lane.waiting[0]
    const waited = clock.now() - (oldest?.arrivedAt ?? 0)
    if (lane.size >= FULL_AT || waited >= LINGER_MS || isStopping) return void write(lane)
    lane.linger ??= setTimeout(() => {
      lane.linger = undefined
      if (!lane.writing && lane.waiting.length > 0) void write(lane)
    }, LINGER_MS)
  }

  async function write(lane: Lane): Promise<void> {
    const idle = lanes.filter(({ writing }) => !writing)
    const areSmall = idle.reduce((sum, { size }) => sum + size, 0) < JOINED_BELOW
    const writers = areSmall ? idle : [lane]
    const messages = writers.flatMap((writer) => {
      clearTimeout(writer.linger)
      writer.linger = undefined
      writer.writing = take(writer)
      writer.writingSince = clock.now()
      return writer.writing
    })
    await writeAll(writers, messages)
    for (const writer of writers) writer.writing = null
    forget(messages)
    for (const writer of writers) writeSoon(writer)
  }

  /**
   * While the database fails, a batch whose senders have given up is tried again until it is stored or other messages wait. So it is known at once
   * when storing works again, without a device that has to find out, and until then the server is not ready. When its readings are sent again, they
   * are duplicates.
   */
  function isStillTried(writers: readonly Lane[], unawaitedSince: number): boolean {
    return (
      failingSince !== null &&
      !isStopping &&
      clock.now() - unawaitedSince < UNAWAITED_FOR_MS &&
      writers.every(({ waiting }) => waiting.length === 0)
    )
  }

  async function writeAll(writers: readonly Lane[], all: readonly PendingMessage[]): Promise<void> {
    let unawaitedSince: number | null = null
    for (let attempt = 0; ; attempt += 1) {
      const awaited = all.filter(({ isSettled }) => !isSettled)
      if (awaited.length === 0 && !isStillTried(writers, (unawaitedSince ??= clock.now()))) return
      const messages = awaited.length > 0 ? awaited : all
      try {
        const outcomes = await store(
          messages.length === 1 ? (messages[0]?.readings ?? []) : messages.flatMap(({ readings }) => readings),
        )
        if (failingSince !== null) log.info({ after_ms: clock.now() - failingSince }, 'readings are stored again')
        failingSince = null
        lagMs = clock.now() - (messages[0]?.arrivedAt ?? clock.now())
        let from = 0
        for (const message of messages) {
          const to = from + message.readings.length
          settle(message, outcomes.slice(from, to))
          from = to
        }
        return
      } catch (error) {
        if (!isPassing(error)) {
          await separate(writers, messages, error)
          return
        }
        for (const lane of writers) giveUp(lane, ({ outlastsFailures }) => isStopping || !outlastsFailures)
        if (failingSince === null) log.error({ err: error }, 'readings cannot be stored at the moment; they wait')
        failingSince ??= clock.now()
        await delay(RETRY_AFTER_MS[Math.min(attempt, RETRY_AFTER_MS.length - 1)] ?? 0)
      }
    }
  }

  /** Finds the message that the database refuses by halving the batch, so that it does not fail the others. */
  async function separate(
    writers: readonly Lane[],
    messages: readonly PendingMessage[],
    error: unknown,
  ): Promise<void> {
    const [only] = messages
    if (messages.length === 1 && only) {
      log.error({ err: error, terminal_id: only.readings[0]?.terminal_id }, 'a message could not be stored')
      settle(only, isDataError(error) ? new Unstorable() : new NotStored())
      return
    }
    const half = messages.length >> 1
    await writeAll(writers, messages.slice(0, half))
    await writeAll(writers, messages.slice(half))
  }

  return {
    /**
     * Resolves when the readings are on disk, with the outcome of each.
     * @throws NotStored when the time limit is reached; Unstorable when the database refuses them.
     */
    store(readings: readonly Reading[], { ms, outlastsFailures }: Patience): Promise<Outcome[]> {
      if (isStopping) return Promise.reject(new NotStored())
      const { promise, resolve, reject } = Promise.withResolvers<Outcome[]>()
      const lane = lanes[(readings[0]?.terminal_id ?? 0) % LANES]
      if (!lane || readings.length === 0) return Promise.resolve([])
      const arrivedAt = clock.now()
      lane.waiting.push({
        readings,
        arrivedAt,
        giveUpAt: arrivedAt + ms,
        outlastsFailures,
        isSettled: false,
        resolve,
        reject,
      })
      lane.size += readings.length
      total += readings.length
      writeSoon(lane)
      return promise
    },
    /** When full, the sender must wait before it reads more. */
    isFull: () => total >= MOST_WAITING,
    whenNotFull(): Promise<void> {
      if (total < MOST_WAITING) return Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      waitingForSpace.push(resolve)
      return promise
    },
    /** Since when writing fails (epoch milliseconds); null: it does not. */
    awaySince(): number | null {
      if (failingSince !== null && lanes.some(({ writing }) => writing)) return failingSince
      const stuck = lanes.find((lane) => lane.writing && clock.now() - lane.writingSince > AWAY_AFTER_MS)
      return stuck ? stuck.writingSince + AWAY_AFTER_MS : null
    },
    /** Readings that wait or are being written. */
    waiting: () => total,
    /** Milliseconds from arrival to disk of the oldest reading in the last write. */
    lagMs: () => lagMs,
    /** Writes the waiting readings and accepts no more. */
    async stop(): Promise<void> {
      isStopping = true
      const giveUpAt = clock.now() + STOP_WITHIN_MS
      for (const lane of lanes) {
        for (const message of [...lane.waiting, ...(lane.writing ?? [])])
          message.giveUpAt = Math.min(message.giveUpAt, giveUpAt)
        writeSoon(lane)
      }
      while (total > 0) await delay(5)
      clearInterval(sweep)
    },
  }
}

export type ReadingBatcher = ReturnType<typeof createReadingBatcher>

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
