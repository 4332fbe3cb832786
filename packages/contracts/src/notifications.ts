import * as z from 'zod/mini'
import { Alarm } from './alarms.ts'
import { plainText } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { IdParams, pageOf, pageQuery, RecordId, SearchText, yesNo } from './paging.ts'
import { SEVERITIES } from './alarm-words.ts'
import { FirmRef, UserRef } from './users.ts'

export const NOTIFICATION_CHANNELS = ['app', 'push', 'mail'] as const
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number]

/** Why a user is notified: a transition of the alarm, a reminder, an escalation to the next user on call, an interruption of the watch, a disk that is nearly full, or a test message. */
export const NOTIFICATION_REASONS = [
  'raised',
  'out_again',
  'chattering',
  'graver',
  'worse',
  'acknowledgement_over',
  'shelving_over',
  'reminder',
  'escalated',
  'digest',
  'interrupted',
  'low_disk',
  'test',
] as const
export type NotificationReason = (typeof NOTIFICATION_REASONS)[number]

/** What a line of the inbox may be about: besides a notification, a shift that was handed over to the user, and a forewarning. */
export const INBOX_REASONS = [...NOTIFICATION_REASONS, 'handover', 'forewarning'] as const

const Channels = z.array(z.enum(NOTIFICATION_CHANNELS)).check(z.maxLength(NOTIFICATION_CHANNELS.length))
export const ChannelsBySeverity = z.object({ critical: Channels, warning: Channels, info: Channels })
export type ChannelsBySeverity = z.infer<typeof ChannelsBySeverity>

const TimeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'invalid_time_of_day' }))

/** Hours in which only critical alarms are sent; they span midnight when `to` is before `from`. */
export const QuietHours = z.object({
  from: TimeOfDay,
  to: TimeOfDay,
  time_zone: z._default(
    z.string().check(z.maxLength(60), z.refine(isTimeZone, { error: 'unknown_time_zone' })),
    'Europe/Istanbul',
  ),
})
export type QuietHours = z.infer<typeof QuietHours>

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** When a user is notified of forewarnings, by the channels chosen for info. */
export const FOREWARNING_TIMES = ['off', 'day', 'always'] as const
/** What `day` means, in the user's time zone. */
export const FOREWARNING_DAY = { from: '07:00', to: '22:00' } as const

/**
 * The health of a channel: for administrators of the full installation, for other users of their own test messages (`last_error` null). `ready`:
 * configured, so that it could deliver; `reason` says why not.
 */
export const ChannelHealth = z.object({
  channel: z.enum(NOTIFICATION_CHANNELS),
  ready: z.boolean(),
  reason: z.nullable(z.enum(['no_mail_server', 'no_subscription', 'email_unconfirmed'])),
  tested_at: z.nullable(Instant),
  last_success_at: z.nullable(Instant),
  last_failure_at: z.nullable(Instant),
  last_error: z.nullable(z.string()),
})
export type ChannelHealth = z.infer<typeof ChannelHealth>

export const DEFAULT_CHANNELS: ChannelsBySeverity = {
  critical: ['app', 'push', 'mail'],
  warning: ['app', 'push', 'mail'],
  info: ['app'],
}

export const NotificationPreferences = z.object({
  channels: ChannelsBySeverity,
  quiet_hours: z.nullable(QuietHours),
  /** For administrators only: whether they are notified of every firm's alarms. */
  all_firms: z.boolean(),
  forewarnings: z.enum(FOREWARNING_TIMES),
  /** Whether the reports of the user's tanks come by mail on the first of each month. */
  monthly_report: z.boolean(),
  health: z.array(ChannelHealth),
  /** For administrators: no user who receives alarms has ever tested a channel besides the page. False for other users. */
  nobody_notified: z.boolean(),
  /**
   * For administrators: firms with active tanks, the first twenty by code, of whose critical alarms nobody learns outside the page now: no
   * recipient has a browser that is pushed to, or an email address that may be used. Empty for other users.
   */
  unreached_firms: z.array(FirmRef),
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

export const PreferencesInput = z.object({
  channels: z.optional(z.partial(ChannelsBySeverity)),
  quiet_hours: z.optional(z.nullable(QuietHours)),
  all_firms: z.optional(z.boolean()),
  forewarnings: z.optional(z.enum(FOREWARNING_TIMES)),
  monthly_report: z.optional(z.boolean()),
})
export type PreferencesInput = z.infer<typeof PreferencesInput>

/** One line in the page's inbox; texts in the recipient's language. */
export const InboxItem = z.object({
  id: z.int(),
  reason: z.enum(INBOX_REASONS),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  body: z.string(),
  /** The alarms of the notification: several in a digest, none in a test message. */
  alarm_ids: z.array(z.int()),
  /** The tank of a forewarning. */
  tank_id: z.nullable(z.int()),
  created_at: Instant,
  read_at: z.nullable(Instant),
})
export type InboxItem = z.infer<typeof InboxItem>

export const InboxQuery = z.object({ ...pageQuery(), unread: z.optional(yesNo) })
export type InboxQuery = z.infer<typeof InboxQuery>

export const InboxPage = z.object({ ...pageOf(InboxItem).shape, unread: z.int() })
export type InboxPage = z.infer<typeof InboxPage>

/** An address that a user enters, its host as DNS or IPv6 write it; its target is checked with each use. */
export const HttpsAddress = z
  .string()
  .check(
    z.maxLength(1000),
    z.regex(/^https:\/\//i, { error: 'https_required', abort: true }),
    z.regex(/^https:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#]\S*)?$/i, { error: 'invalid_host' }),
  )
const base64url = (max: number) =>
  z.string().check(z.regex(/^[\w-]+={0,2}$/, { error: 'invalid_format' }), z.maxLength(max))

/** The result of the browser's `PushSubscription.toJSON()`. */
export const PushSubscriptionInput = z.object({
  endpoint: HttpsAddress,
  keys: z.object({ p256dh: base64url(200), auth: base64url(100) }),
})
export type PushSubscriptionInput = z.infer<typeof PushSubscriptionInput>

export const OnCallEntry = z.object({ user: UserRef, delay_minutes: z.int() })
export const OnCallOrder = z.object({ data: z.array(OnCallEntry) })
export type OnCallOrder = z.infer<typeof OnCallOrder>
/** A user who may be on call for a firm. */
export const OnCallCandidate = z.extend(UserRef, { email: z.string(), firm: z.nullable(FirmRef) })
export type OnCallCandidate = z.infer<typeof OnCallCandidate>
export const OnCallInput = z.object({
  data: z
    .array(
      z.object({
        user_id: RecordId,
        /** Minutes after the previous user; for the first user, after the alarm. */
        delay_minutes: z.optional(z.int().check(z.gte(0), z.lte(1440))),
      }),
    )
    .check(z.maxLength(20)),
})
export type OnCallInput = z.infer<typeof OnCallInput>

/** A signed link: one user, one alarm, 60 minutes. Sent only in the body, because proxies log addresses. */
const HeldLink = z.object({ token: z.string().check(z.maxLength(300)) })
/** The alarm as shown to the recipient of the link, without a session. */
export const LinkedAlarm = z.object({ alarm: Alarm, user: UserRef, expires_at: Instant })
export type LinkedAlarm = z.infer<typeof LinkedAlarm>

export const notificationsApi = {
  list: endpoint('GET', '/api/notifications', { query: InboxQuery, reply: InboxPage }),
  read: endpoint('POST', '/api/notifications/read', {
    body: z.object({ up_to_id: RecordId }),
    reply: z.object({ unread: z.int() }),
  }),
  preferences: endpoint('GET', '/api/notification-preferences', { reply: NotificationPreferences }),
  setPreferences: endpoint('PUT', '/api/notification-preferences', {
    body: PreferencesInput,
    reply: NotificationPreferences,
  }),
  /**
   * Sends a test message to the caller; 409 when the channel is not configured, 429 after five by push and email in 15 minutes, 502 when it
   * failed.
   */
  test: endpoint('POST', '/api/notifications/test', {
    body: z.object({ channel: z.enum(NOTIFICATION_CHANNELS) }),
    reply: ChannelHealth,
  }),
}

export const pushApi = {
  key: endpoint('GET', '/api/push/key', { reply: z.object({ key: z.string() }) }),
  subscribe: endpoint('POST', '/api/push/subscriptions', { body: PushSubscriptionInput, status: 201 }),
  unsubscribe: endpoint('DELETE', '/api/push/subscriptions', { body: z.object({ endpoint: plainText(1000) }) }),
}

export const onCallApi = {
  get: endpoint('GET', '/api/firms/:id/on-call', { params: IdParams, reply: OnCallOrder }),
  set: endpoint('PUT', '/api/firms/:id/on-call', { params: IdParams, body: OnCallInput, reply: OnCallOrder }),
  /** The first fifty by name whose name or email contains the searched text. */
  candidates: endpoint('GET', '/api/firms/:id/on-call/candidates', {
    params: IdParams,
    query: z.object({ search: z.optional(SearchText) }),
    reply: z.object({ data: z.array(OnCallCandidate) }),
  }),
}

export const alarmLinksApi = {
  /** Only reads the alarm. */
  show: endpoint('POST', '/api/alarm-links/show', { body: HeldLink, reply: LinkedAlarm }),
  acknowledge: endpoint('POST', '/api/alarm-links/acknowledge', {
    body: z.object({ ...HeldLink.shape, note: z.optional(z.nullable(plainText(1000))) }),
    reply: LinkedAlarm,
  }),
  /** Renews the key that signs links, so that all sent links become invalid. */
  endAll: endpoint('DELETE', '/api/alarm-links', {}),
}
