import type { ChannelsBySeverity, NotificationChannel, PreferencesInput } from '@dalyan/contracts/notifications'
import { ROLE_PERMISSIONS, type RoleName } from '@dalyan/contracts/permissions'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { instantAt } from '../src/core/clock.ts'
import type { Connection } from '../src/core/database/database.ts'
import { every } from '../src/core/every.ts'
import { createLogger } from '../src/core/log.ts'
import { createMailer } from '../src/core/outbound/mailer.ts'
import { createTargetGuard } from '../src/core/outbound/public-agent.ts'
import { createSecretBox } from '../src/core/secrets/secret-box.ts'
import { acknowledgeAlarm } from '../src/features/alarms/alarm-actions.ts'
import { findIncident } from '../src/features/alarms/incidents/incidents.service.ts'
import { alarmsRepository } from '../src/features/alarms/alarms.sql.ts'
import { findInterruptionFrom } from '../src/features/alarms/clock/alarm-clock.sql.ts'
import { firmsRepository } from '../src/features/firms/firms.repository.ts'
import { takeAttempt } from '../src/features/auth/attempt-gate.ts'
import { createAudit } from '../src/features/logs/audit-log.ts'
import { makeSecret } from '../src/core/secrets/random-secret.ts'
import { tokensRepository } from '../src/features/auth/tokens.repository.ts'
import { inboxRepository } from '../src/features/notifications/inbox.sql.ts'
import { describeAlarm } from '../src/features/notifications/messages/compose-message.ts'
import { createNotifications } from '../src/features/notifications/notifications.module.ts'
import { getPreferences, setPreferences } from '../src/features/notifications/preferences/preferences.service.ts'
import { pushSubscriptionsRepository } from '../src/features/notifications/channels/push-subscriptions.repository.ts'
import { notifyOfAlarms, type QueueNeeds } from '../src/features/notifications/queue/notification-queue.ts'
import { settingsRepository } from '../src/features/settings/settings.repository.ts'
import { usersRepository } from '../src/features/users/users.repository.ts'
import { createWebhookSender } from '../src/features/webhooks/webhook-sender.ts'
import { webhooksRepository } from '../src/features/webhooks/webhooks.sql.ts'
import { openAlarmStage, type StageBase } from './alarm-stage.ts'
import { openSmtpServer, type SmtpServer } from './smtp-server.ts'

/** The same channels for every severity. */
export const by = (...all: ChannelsBySeverity['critical']): ChannelsBySeverity => ({
  critical: all,
  warning: all,
  info: all,
})

const POLLED_EVERY_MS = 200

interface StageSettings {
  SMTP_URL?: string
  MAIL_FROM?: string
  ALLOW_PRIVATE_TARGETS?: boolean
  ALLOW_PRIVATE_PUSH?: boolean
}

/** Alarms and their notifications on a real database, with a clock that a test moves. */
export async function openNotificationStage(settings: StageSettings = {}) {
  let base: (StageBase & QueueNeeds) | undefined
  const mailer = createMailer({ smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM })
  const secrets = createSecretBox(Buffer.alloc(32, 7))
  const findAlarms = (on: Connection, ids: readonly number[]) => alarmsRepository(on).findByIds(ids)
  const stage = await openAlarmStage((given) => {
    const needs: StageBase & QueueNeeds = {
      ...given,
      canMail: mailer.isReady,
      findWebhooks: (on, tankIds) => webhooksRepository(on).findOfTanks(tankIds),
    }
    base = needs
    return (on, notices, reports) => notifyOfAlarms(needs, on, notices, reports)
  })
  if (!base) throw new Error('nothing was wired')
  const { database, clock } = base
  const log = createLogger('silent')
  const disk = { used_bytes: 50e9, total_bytes: 100e9, free_bytes: 50e9, days_left: null }
  const guard = createTargetGuard(settings.ALLOW_PRIVATE_TARGETS ?? false)
  const webhooks = createWebhookSender({ ...base, guard, secrets, findAlarms, describe: describeAlarm })
  const notifications = createNotifications({
    ...base,
    secrets,
    findAlarms,
    webhooks,
    log,
    mailer,
    mailFrom: settings.MAIL_FROM,
    pushGuard: createTargetGuard(settings.ALLOW_PRIVATE_PUSH ?? false),
    takeAttempt: (limits) => takeAttempt({ database, clock }, limits),
    isWeeklyTestOn: () => settingsRepository(database).get('weekly_channel_test'),
    origin: () => 'https://dalyan.example',
    audit: createAudit(base),
    findIncident: (id, firms, language) => findIncident(database, id, firms, language),
    findInterruption: (from) => findInterruptionFrom(database, from),
    readDisk: async () => disk,
    maySee: async (id, firms) => (await stage.alarmReads.findTanksOf([id], firms)).length > 0,
    users: usersRepository,
    firms: firmsRepository,
    acknowledge: (...given) => acknowledgeAlarm(stage.needs, ...given),
  })
  const polling = every(POLLED_EVERY_MS, 'notifications', log, notifications.poll)
  let made = 0
  const seen = new Set<number>()

  return {
    stage,
    clock,
    database,
    secrets,
    notifications,
    /** The disk of the server; a test may fill it. */
    disk,

    async firm(parent_id: number | null = null): Promise<number> {
      const row = { code: `F-${(made += 1)}`, name: 'Firma', parent_id }
      return (await database.db.insertInto('firms').values(row).returning('id').executeTakeFirstOrThrow()).id
    },

    async user(role: RoleName, firm_id: number | null, chosen: PreferencesInput = {}): Promise<number> {
      const email = `kisi-${(made += 1)}@dalyan.test`
      const user = { name: `Kişi ${made}`, email, password_hash: 'none', roles: [role], firm_id }
      const id = await usersRepository(database).insert(user)
      if (id === undefined) throw new Error(`${email} exists`)
      await setPreferences(notifications.needs, { id, permissions: new Set(ROLE_PERMISSIONS[role]) }, chosen)
      return id
    },

    /** Creates a tank of this firm with one terminal and an upper pH limit of 8 (critical above 9). */
    async tank(firm_id: number | null): Promise<{ id: number; terminal: number }> {
      const template = await stage.template({ ph: { max: 8, critical_max: 9 } })
      const { id, terminals } = await stage.tank(template)
      await database.db.updateTable('tanks').set({ firm_id }).where('id', '=', id).execute()
      return { id, terminal: terminals[0] ?? 0 }
    },

    /** Sends one more reading, a second later than the previous one. */
    report(tank: { id: number; terminal: number }, ph: number) {
      clock.advance(1000)
      return stage.send({ terminal: tank.terminal, tank: tank.id, values: { ph } })
    },

    /** Raises an alarm on a new tank of this firm, a warning by default, and sends its notifications. @returns the tank and the alarm's id. */
    async raised(firm_id: number | null, ph = 8.5): Promise<{ tank: { id: number; terminal: number }; id: number }> {
      const tank = await this.tank(firm_id)
      await this.report(tank, ph)
      const [alarm] = await stage.rows(tank.id)
      await this.delivered()
      return { tank, id: alarm?.id ?? 0 }
    },

    /** The newest alarm of a firm's tanks; raises one if there is none. */
    async openAlarm(firm_id: number): Promise<{ id: number }> {
      const find = () =>
        database.query<{ id: number }>(
          'select a.id from alarms a join tanks t on t.id = a.tank_id where t.firm_id = $1 order by a.id desc limit 1',
          [firm_id],
        )
      if ((await find()).rows.length === 0) await this.report(await this.tank(firm_id), 9.5)
      const [alarm] = (await find()).rows
      if (!alarm) throw new Error('there is no alarm')
      return alarm
    },

    deliverTo: (user_id: number, channel: NotificationChannel) =>
      notifications.deliverTo({ user_id, webhook_id: null, channel }),

    /** Discards all pending notifications to users. */
    async forget(): Promise<void> {
      await database.query('update escalations set due_at = null')
      await database.query(
        'update notifications set dropped_at = $1, next_try_at = null where user_id is not null and next_try_at is not null',
        [instantAt(clock.now())],
      )
      await this.notified()
    },

    acknowledge: (id: number, by: number) =>
      acknowledgeAlarm(stage.needs, id, { id: by, name: 'Biri', firms: 'all', permissions: new Set() }, null),

    /** Advances the clock by minutes, queues due notifications and waits until they are sent. */
    async pass(minutes: number): Promise<void> {
      clock.advance(minutes * 60_000)
      await notifications.tick()
      await this.delivered()
    },

    /** Sends due notifications without waiting for the next poll. */
    async delivered(): Promise<void> {
      await vi.waitFor(
        async () => {
          await notifications.poll()
          await notifications.settled()
          const due = 'select id, channel from notifications where user_id is not null and next_try_at <= $1'
          expect((await database.query(due, [instantAt(clock.now())])).rows).toEqual([])
        },
        { timeout: 30_000, interval: 50 },
      )
    },

    /** The notifications sent to users since the last call, optionally by one channel: `user channel reason`, sorted. */
    async notified(channel?: NotificationChannel): Promise<string[]> {
      const { rows } = await database.query<{ id: number; channel: string; line: string }>(
        `select id, channel, user_id || ' ' || channel || ' ' || reason as line from notifications where user_id is not null and sent_at is not null order by line`,
      )
      const fresh = rows.filter(({ id }) => !seen.has(id))
      for (const { id } of fresh) seen.add(id)
      return fresh.filter((row) => channel === undefined || row.channel === channel).map(({ line }) => line)
    },

    inbox: (user_id: number) => inboxRepository(database).list(user_id, { page: 1, per_page: 200 }),

    /** The health that an administrator sees, of the full installation. */
    healthOf: async (id: number) =>
      (await getPreferences(notifications.needs, { id, permissions: new Set(ROLE_PERMISSIONS.admin) })).health,

    /** Subscribes a browser of this user in a new session. @returns the session's id */
    async subscribe(user_id: number, endpoint: string, keys: { p256dh: string; auth: string }): Promise<number> {
      const created_at = instantAt(clock.now())
      const session = { user_id, hash: makeSecret().hash, address: '127.0.0.1', agent: null, created_at }
      const token_id = await tokensRepository(database).insert(session)
      await pushSubscriptionsRepository(database).save({ user_id, token_id }, { endpoint, keys })
      return token_id
    },

    async close(): Promise<void> {
      await polling.stop()
      webhooks.close()
      notifications.push.close()
      await notifications.settled()
      mailer.close()
      await stage.close()
    },
  }
}

export type NotificationStage = Awaited<ReturnType<typeof openNotificationStage>>

/** Opens a stage with a mail server for the tests of one file, and discards what still waits at the end of each test. */
export function useMailingStage(use: (stage: NotificationStage, smtp: SmtpServer) => void): void {
  let opened: { stage: NotificationStage; smtp: SmtpServer } | undefined
  beforeAll(async () => {
    const smtp = await openSmtpServer()
    opened = { smtp, stage: await openNotificationStage({ SMTP_URL: smtp.url }) }
    use(opened.stage, smtp)
  })
  afterEach(() => opened?.stage.forget())
  afterAll(async () => {
    await opened?.stage.close()
    await opened?.smtp.close()
  })
}
