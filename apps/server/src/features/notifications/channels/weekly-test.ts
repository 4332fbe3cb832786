import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Database } from '../../../core/database/database.ts'
import type { JobKind, JobOutcome, JobQueue } from '../../../core/database/job-queue.ts'
import type { Logger } from '../../../core/log.ts'
import { channelHealthRepository } from './channel-health.repository.ts'
import type { Channels, MessageRecipient } from './channels.ts'
import { composeDead, composeWeekly } from '../messages/compose-message.ts'
import { isForGood, reasonOf } from '../queue/refusals.rules.ts'
import { findTestRecipients, type TestedChannel } from '../recipients/test-recipients.repository.ts'
import { isTestHour, testWeekOf } from './weekly-test.rules.ts'

const CHANNELS: readonly TestedChannel[] = ['push', 'mail']
/** Tried for some hours: a server that is away for a moment is not dead. */
const TEST_JOBS: JobKind = { name: 'weekly-trial', retryLimit: 13, retryDelay: 1, retryDelayMax: 3600, batchSize: 50 }
const DEAD_AFTER_MS = 10 * 60_000

interface TestJob {
  channel: TestedChannel
  user_id: number
  week: number
  /** Epoch milliseconds. */
  since: number
}

interface Needs {
  database: Database
  clock: Clock
  log: Logger
  jobs: Pick<JobQueue, 'put' | 'handle' | 'isOpen'>
  channels: Channels
  findMessageRecipient: (userId: number) => Promise<MessageRecipient | undefined>
  /** Whether it is wanted at all. */
  isOn: () => Promise<boolean>
}

/** Once a week every channel sends a message to those who would be told by it: a dead one is found by day, not by the alarm at night. */
export function createWeeklyTest({
  database,
  clock,
  log,
  jobs,
  channels,
  findMessageRecipient: findReader,
  isOn,
}: Needs) {
  const health = channelHealthRepository(database)

  const notified = new Set<string>()

  /** In the page, which is the one way that is left; once. */
  async function notifyOfDeadChannel(
    { channel, user_id, week }: TestJob,
    recipient: MessageRecipient,
    reason: string,
  ): Promise<void> {
    const key = `${channel} ${user_id} ${week}`
    if (notified.has(key)) return
    notified.add(key)
    const message = composeDead(recipient, channel, reason)
    await channels.app.send({ recipient, message, notification_id: null, id: null })
  }

  async function send(job: TestJob): Promise<JobOutcome> {
    const { channel, user_id, week } = job
    const recipient = week === testWeekOf(clock.now()) ? await findReader(user_id) : undefined
    if (!recipient) return 'done'
    const letter = {
      recipient,
      message: composeWeekly(recipient.language),
      notification_id: null,
      id: `trial-${week}-${user_id}`,
    }
    try {
      if ((await channels[channel].send(letter)) === 'sent')
        await health.note(channel, instantAt(clock.now()), null, true)
      return 'done'
    } catch (error) {
      const reason = reasonOf(error)
      await health.note(channel, instantAt(clock.now()), reason, true)
      log.warn({ err: error, channel, user_id }, 'the weekly trial of a channel failed')
      const isOver = isForGood(error)
      if (isOver || clock.now() - job.since >= DEAD_AFTER_MS) await notifyOfDeadChannel(job, recipient, reason)
      return isOver ? 'done' : { error }
    }
  }
  jobs.handle<TestJob>(TEST_JOBS, (given) => Promise.all(given.map(send)))

  return {
    /** Looks whether this week's is still to be sent; run it now and then. */
    async tick(): Promise<void> {
      if (!jobs.isOpen() || !isTestHour(clock.now()) || !(await isOn())) return
      const week = testWeekOf(clock.now())
      for (const channel of CHANNELS.filter((one) => channels[one].isReady)) {
        await database.transact(async (on) => {
          if (!(await channelHealthRepository(on).takeWeek(channel, week))) return
          const readers = await findTestRecipients(on, channel)
          await jobs.put(
            on,
            TEST_JOBS,
            readers.map((user_id) => ({
              key: `${channel} ${user_id} ${week}`,
              data: { channel, user_id, week, since: clock.now() } satisfies TestJob,
            })),
          )
        })
      }
    },
  }
}
