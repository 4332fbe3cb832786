import {
  NOTIFICATION_CHANNELS,
  type ChannelHealth,
  type NotificationChannel,
  type NotificationPreferences,
  type PreferencesInput,
} from '@dalyan/contracts/notifications'
import type { Basics } from '../../../basics.ts'
import { instantAt } from '../../../core/clock.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import type { SignedIn } from '../../../core/http/signed-in.ts'
import type { TakeAttempt } from '../../auth/attempt-gate.ts'
import type { Logger } from '../../../core/log.ts'
import { withChange } from '../../../core/records.ts'
import { channelHealthRepository } from '../channels/channel-health.sql.ts'
import type { Channels } from '../channels/channels.ts'
import { composeTest } from '../messages/compose-message.ts'
import { preferencesRepository } from './preferences.repository.ts'
import { pushSubscriptionsRepository } from '../channels/push-subscriptions.repository.ts'
import { reasonOf } from '../queue/refusals.rules.ts'
import { findMessageRecipient, findTestRecipients, findUnreachedFirms } from '../recipients/recipients.sql.ts'

export interface PreferencesNeeds extends Pick<Basics, 'database' | 'clock'> {
  log: Pick<Logger, 'warn'>
  channels: Channels
  takeAttempt: TakeAttempt
}

/** Per user, push and mail together: both use servers that are not ours. */
const TEST_MESSAGES = { limit: 5, windowSeconds: 15 * 60 }

type PreferencesCaller = Pick<SignedIn, 'id' | 'permissions'>

/** Why a channel cannot send, as a refusal shows it. */
const NOT_READY = {
  no_mail_server: { tr: 'sunucuda e-posta ayarı (SMTP_URL) yok', en: 'the server has no mail settings (SMTP_URL)' },
  no_subscription: {
    tr: 'bu hesapla bildirime izin veren tarayıcı yok',
    en: 'no browser of this account allows notifications',
  },
  email_unconfirmed: { tr: 'e-posta adresiniz doğrulanmadı', en: 'your e-mail address is not confirmed' },
} as const

/** The preferences of a user, and the health of the channels. */
export async function getPreferences(
  needs: PreferencesNeeds,
  caller: PreferencesCaller,
): Promise<NotificationPreferences> {
  const { database, channels } = needs
  const isAdmin = caller.permissions.has('settings.manage')
  const [chosen, health, unreached_firms] = await Promise.all([
    preferencesRepository(database).find(caller.id),
    healthOf(needs, caller),
    isAdmin ? findUnreachedFirms(database, channels.mail.isReady) : [],
  ])
  const isUntested = health.every(({ channel, tested_at }) => channel === 'app' || tested_at === null)
  return { ...chosen, health, nobody_notified: isAdmin && isUntested, unreached_firms }
}

/** Fields that are not given stay unchanged. Only administrators may receive the alarms of every firm. */
export async function setPreferences(
  needs: PreferencesNeeds,
  caller: PreferencesCaller,
  { channels: named, ...change }: PreferencesInput,
): Promise<NotificationPreferences> {
  if (change.all_firms && !caller.permissions.has('firms.manage')) throw invalidField('all_firms', 'only_admins')
  await needs.database.transact(async (on) => {
    const before = await preferencesRepository(on).find(caller.id)
    const after = { ...withChange(before, change), channels: withChange(before.channels, named ?? {}) }
    await preferencesRepository(on).save(caller.id, after, instantAt(needs.clock.now()))
  })
  return getPreferences(needs, caller)
}

/** Sends a test message to the caller at once. 409: the channel cannot send, 429: too many, 502: sending failed. */
export async function testChannel(
  needs: PreferencesNeeds,
  caller: PreferencesCaller,
  channel: NotificationChannel,
): Promise<ChannelHealth> {
  const { database, channels, log } = needs
  const { id, permissions } = caller
  const before = await healthOfChannel(needs, caller, channel)
  if (before.reason) throw new AppError(409, 'channel_not_ready', { parts: NOT_READY[before.reason] })
  const recipient = await findMessageRecipient(database, id)
  if (!recipient) throw new AppError(401, 'unauthenticated')
  if (channel !== 'app') await needs.takeAttempt([{ key: `test message ${id}`, ...TEST_MESSAGES }])
  try {
    const message = { recipient, message: composeTest(recipient.language), notification_id: null, id: null }
    if ((await channels[channel].send(message)) === 'nobody')
      throw new Error(NOT_READY.no_subscription[recipient.language])
  } catch (error) {
    const reason = reasonOf(error)
    await recordTest(needs, id, channel, reason)
    log.warn({ err: error, channel, user_id: id }, 'a test message could not be sent')
    if (!permissions.has('settings.manage')) throw new AppError(502, 'not_sent')
    throw new AppError(502, 'channel_failed', { parts: { reason } })
  }
  await recordTest(needs, id, channel, null)
  return healthOfChannel(needs, caller, channel)
}

/** Administrators see the health of the installation's channels, other users that of their own tests. */
async function healthOf(
  { database, channels }: PreferencesNeeds,
  { id, permissions }: PreferencesCaller,
): Promise<ChannelHealth[]> {
  const health = channelHealthRepository(database)
  const [known, subscriptions, recipient] = await Promise.all([
    permissions.has('settings.manage') ? health.findAll() : health.findTestsOf(id),
    pushSubscriptionsRepository(database).findOf(id),
    findMessageRecipient(database, id),
  ])
  return NOTIFICATION_CHANNELS.map((channel) => {
    const reason = obstacleOf(channels, channel, subscriptions.length > 0, recipient?.email_trusted ?? false)
    const none = { tested_at: null, last_success_at: null, last_failure_at: null, last_error: null }
    return { ...none, ...known.get(channel), channel, ready: reason === null, reason }
  })
}

async function healthOfChannel(
  needs: PreferencesNeeds,
  caller: PreferencesCaller,
  channel: NotificationChannel,
): Promise<ChannelHealth> {
  const found = (await healthOf(needs, caller)).find((one) => one.channel === channel)
  if (!found) throw new Error(`no channel ${channel}`)
  return found
}

function obstacleOf(
  channels: Channels,
  channel: NotificationChannel,
  hasSubscription: boolean,
  isTrusted: boolean,
): ChannelHealth['reason'] {
  if (!channels[channel].isReady) return 'no_mail_server'
  if (channel === 'mail' && !isTrusted) return 'email_unconfirmed'
  return channel === 'push' && !hasSubscription ? 'no_subscription' : null
}

/** The installation's record only counts tests of users who receive alarms. */
async function recordTest(
  { database, clock }: PreferencesNeeds,
  userId: number,
  channel: NotificationChannel,
  failure: string | null,
): Promise<void> {
  const health = channelHealthRepository(database)
  await health.recordTest(userId, channel, instantAt(clock.now()), failure === null)
  const isRecipient = channel !== 'app' && (await findTestRecipients(database, channel, userId)).length > 0
  if (isRecipient) await health.note(channel, instantAt(clock.now()), failure, true)
}
