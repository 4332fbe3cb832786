import type { Forewarning } from '@dalyan/contracts/forewarnings'
import { FOREWARNING_DAY } from '@dalyan/contracts/notifications'
import type { TankRef } from '@dalyan/contracts/terminals'
import type { Clock } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import type { Logger } from '../../../core/log.ts'
import type { Channels } from '../channels/channels.ts'
import { composeForewarning } from '../messages/compose-message.ts'
import { quietUntil, type AlarmRecipient } from '../queue/notifications.rules.ts'
import { findAlarmRecipients, findMessageRecipient } from './recipients.sql.ts'

interface Needs {
  database: Pick<Connection, 'query'>
  clock: Clock
  channels: Channels
  origin: () => string
  log: Logger
}

/**
 * Notifies the users who would be notified of the alarm, by the channels that they chose for info. Once: a forewarning that arrives late is worth
 * nothing, so that a channel that fails is only logged.
 */
export async function notifyOfForewarning(
  { database, clock, channels, origin, log }: Needs,
  tank: TankRef,
  forewarning: Forewarning,
): Promise<void> {
  const recipients = await findAlarmRecipients(database, [tank.id], channels.mail.isReady)
  for (const chosen of recipients.get(tank.id) ?? []) {
    if (!isWanted(chosen, clock.now())) continue
    const recipient = await findMessageRecipient(database, chosen.user_id)
    if (!recipient) continue
    const message = composeForewarning(tank, forewarning, recipient, `${origin()}/tanks/${tank.id}`)
    for (const channel of chosen.channels.info)
      await channels[channel]
        .send({ recipient, message, notification_id: null, id: null })
        .catch((error: unknown) => log.warn({ err: error, channel }, 'a forewarning could not be sent'))
  }
}

/** Recipients are notified at night only if they chose so, and never in quiet hours. */
function isWanted({ forewarnings, quiet_hours, time_zone }: AlarmRecipient, now: number): boolean {
  if (forewarnings === 'off' || (quiet_hours && quietUntil(quiet_hours, now) !== null)) return false
  return forewarnings === 'always' || quietUntil({ ...FOREWARNING_DAY, time_zone }, now) !== null
}
