import {
  NOTIFICATION_CHANNELS,
  type ChannelHealth,
  type NotificationChannel,
  type NotificationPreferences,
  type PreferencesInput,
} from '@dalyan/contracts/notifications'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import { AppError, invalidField } from '../../core/errors.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import { withChange } from '../../core/with-change.ts'
import { channelHealthRepository } from './channel-health.repository.ts'
import type { Channels } from './channels.ts'
import { composeTest } from './compose-message.ts'
import { preferencesRepository } from './preferences.repository.ts'
import { pushSubscriptionsRepository } from './push-subscriptions.repository.ts'
import { findReader } from './readers.repository.ts'

interface Needs {
  database: Database
  clock: Clock
  channels: Channels
}

type Person = Pick<SignedIn, 'id' | 'permissions'>

/** Why a channel reaches nobody, as a refusal says it. */
const NOT_READY = {
  no_mail_server: { tr: 'sunucuda e-posta ayarı (SMTP_URL) yok', en: 'the server has no mail settings (SMTP_URL)' },
  no_subscription: {
    tr: 'bu hesapla bildirime izin veren tarayıcı yok',
    en: 'no browser of this account allows notifications',
  },
  email_unconfirmed: {
    tr: 'e-posta adresiniz doğrulanmadı',
    en: 'your e-mail address is not confirmed',
  },
} as const

export type PreferencesService = ReturnType<typeof createPreferencesService>

/** What people choose, and how the channels fare. */
export function createPreferencesService({ database, clock, channels }: Needs) {
  const health = channelHealthRepository(database)
  const now = () => instantAt(clock.now())

  async function healthOf(userId: number): Promise<ChannelHealth[]> {
    const [known, subscriptions, reader] = await Promise.all([
      health.findAll(),
      pushSubscriptionsRepository(database).findOf(userId),
      findReader(database, userId),
    ])
    return NOTIFICATION_CHANNELS.map((channel) => {
      const reason = reasonOf(channel, subscriptions.length > 0, reader?.email_trusted ?? false)
      const none = { tested_at: null, last_success_at: null, last_failure_at: null, last_error: null }
      return { ...none, ...known.get(channel), channel, ready: reason === null, reason }
    })
  }

  function reasonOf(
    channel: NotificationChannel,
    hasSubscription: boolean,
    isTrusted: boolean,
  ): ChannelHealth['reason'] {
    if (!channels[channel].isReady) return 'no_mail_server'
    if (channel === 'mail' && !isTrusted) return 'email_unconfirmed'
    return channel === 'push' && !hasSubscription ? 'no_subscription' : null
  }

  async function get({ id }: Person): Promise<NotificationPreferences> {
    const [chosen, fared] = await Promise.all([preferencesRepository(database).find(id), healthOf(id)])
    const nobody_told = fared.every(({ channel, tested_at }) => channel === 'app' || tested_at === null)
    return { ...chosen, health: fared, nobody_told }
  }

  return {
    get,

    /** What is not named stays. Only administrators may ask for every firm's alarms. */
    async set(person: Person, { channels: named, ...change }: PreferencesInput): Promise<NotificationPreferences> {
      if (change.all_firms && !person.permissions.has('firms.manage')) throw invalidField('all_firms', 'only_admins')
      await database.transact(async (on) => {
        const before = await preferencesRepository(on).find(person.id)
        const after = { ...withChange(before, change), channels: withChange(before.channels, named ?? {}) }
        await preferencesRepository(on).save(person.id, after, now())
      })
      return get(person)
    },

    /** A trial to the person who asks, at once. 409 where nothing can be sent, 502 where sending failed. */
    async test({ id }: Person, channel: NotificationChannel): Promise<ChannelHealth> {
      const before = (await healthOf(id)).find((one) => one.channel === channel)
      if (before?.reason) throw new AppError(409, 'channel_not_ready', { parts: NOT_READY[before.reason] })
      const reader = await findReader(database, id)
      if (!reader) throw new AppError(401, 'unauthenticated')
      try {
        const letter = { reader, message: composeTest(reader.language), telling_id: null, id: null }
        if ((await channels[channel].send(letter)) === 'nobody')
          throw new Error(NOT_READY.no_subscription[reader.language])
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        await health.note(channel, now(), reason, true)
        throw new AppError(502, 'channel_failed', { parts: { reason } })
      }
      await health.note(channel, now(), null, true)
      const after = (await healthOf(id)).find((one) => one.channel === channel)
      if (!after) throw new Error(`no channel ${channel}`)
      return after
    },
  }
}
