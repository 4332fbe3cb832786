import type { Basics } from '../../../basics.ts'
import { instantAt } from '../../../core/clock.ts'
import { notificationsRepository } from '../queue/notifications.sql.ts'
import { findTestRecipients, type TestedChannel } from '../recipients/recipients.sql.ts'
import { channelHealthRepository } from './channel-health.sql.ts'
import type { Channels } from './channels.ts'
import { isTestHour, testWeekOf } from './weekly-test.rules.ts'

const TESTED: readonly TestedChannel[] = ['push', 'mail']

interface Needs extends Pick<Basics, 'database' | 'clock'> {
  channels: Channels
  /** Whether the setting is on. */
  isWeeklyTestOn: () => Promise<boolean>
}

/**
 * Once a week each channel sends a test message to the users who receive alarms by it, so that a dead channel is found by day and not by an
 * alarm at night. Sends this week's test when it is due; call it regularly.
 */
export async function sendWeeklyTest({ database, clock, channels, isWeeklyTestOn }: Needs): Promise<void> {
  if (!isTestHour(clock.now()) || !(await isWeeklyTestOn())) return
  const at = instantAt(clock.now())
  for (const channel of TESTED.filter((one) => channels[one].isReady)) {
    await database.transact(async (on) => {
      if (!(await channelHealthRepository(on).takeWeek(channel, testWeekOf(clock.now())))) return
      const users = await findTestRecipients(on, channel)
      const destinations = users.map((user_id) => ({ user_id, webhook_id: null, channel }))
      await notificationsRepository(on).insertTests(destinations, at, at)
    })
  }
}
