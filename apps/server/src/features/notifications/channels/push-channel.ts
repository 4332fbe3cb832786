import { createECDH } from 'node:crypto'
import type { PushSubscriptionInput } from '@dalyan/contracts/notifications'
import webPush from 'web-push'
import type { Database } from '../../../core/database/database.ts'
import { invalidField } from '../../../core/errors.ts'
import { isTaken, postOnce } from '../../../core/outbound/post-once.ts'
import { checkTarget, type TargetGuard } from '../../../core/outbound/public-agent.ts'
import type { SecretBox } from '../../../core/secrets/secret-box.ts'
import type { MessageChannel, ChannelMessage } from './channels.ts'
import { composeExpired } from '../messages/compose-message.ts'
import { pushSubscriptionsRepository, type PushSubscriptionRow } from './push-subscriptions.repository.ts'
import { findMessageRecipient } from '../recipients/recipients.sql.ts'
import { signingKey } from '../signing-keys.repository.ts'

const TIMEOUT_MS = 15_000
/**
 * How long the push service keeps a message for a browser that it cannot reach. Older ones are not missed: reminders of an unanswered alarm
 * follow (`REMINDED_EVERY_MS` in queue/notifications.rules), and a browser shows only the newest message about one alarm.
 */
const KEPT_SECONDS = { critical: 900, warning: 14_400, info: 14_400 } as const
/** A push message may have 4 KB. */
const MOST_BODY = 1_500

interface Needs {
  database: Database
  secrets: SecretBox
  guard: TargetGuard
  /** The installation's contact address for push services. */
  subject: string
}

/** A push service refused a message. */
class PushRefusedError extends Error {
  readonly statusCode: number
  constructor(statusCode: number) {
    super(`HTTP ${statusCode}`)
    this.statusCode = statusCode
  }
}

export type PushChannel = ReturnType<typeof createPushChannel>

/** Web push with this installation's own keys. */
export function createPushChannel({ database, secrets, guard, subject }: Needs) {
  const subscriptions = pushSubscriptionsRepository(database)
  const closing = new AbortController()
  const keys = () => signingKey(database, secrets, 'vapid', webPush.generateVAPIDKeys)

  async function sendTo(
    { id, endpoint, keys: browserKeys }: PushSubscriptionRow,
    outgoing: ChannelMessage,
  ): Promise<void> {
    const { severity } = outgoing.message
    // When `web-push` sends by itself, it reads answers without a limit.
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: browserKeys }, payloadOf(outgoing), {
      vapidDetails: { subject, ...(await keys()) },
      TTL: KEPT_SECONDS[severity],
      urgency: severity === 'critical' ? 'high' : 'normal',
    })
    const sent = { guard, body, headers, timeoutMs: TIMEOUT_MS, signal: closing.signal }
    const { status } = await postOnce(endpoint, sent)
    if (isTaken(status)) return
    // The browser is gone, or its user has withdrawn the permission.
    if ([404, 410].includes(status)) return subscriptions.removeById(id)
    throw new PushRefusedError(status)
  }

  return {
    isReady: true,

    /** The public key that a browser needs to subscribe. */
    publicKey: async () => (await keys()).publicKey,

    /** Stores this browser for the user. @throws 422 at a field that can never work. */
    async subscribe(session: { user_id: number; token_id: number }, given: PushSubscriptionInput): Promise<void> {
      checkTarget(guard, 'endpoint', given.endpoint)
      const field = unusableKey(given.keys)
      if (field) throw invalidField(`keys.${field}`, 'invalid_format')
      await subscriptions.save(session, given)
    },

    /** Notifies the browsers of sessions about to expire that they get no more alarms. Never throws. */
    async sayGoodbye(tokenIds: readonly number[]): Promise<void> {
      const browsers = await subscriptions.findOfSessions(tokenIds)
      await Promise.allSettled(
        browsers.map(async (browser) => {
          const recipient = await findMessageRecipient(database, browser.user_id)
          if (!recipient) return
          const message = composeExpired(recipient.language)
          await sendTo(browser, { recipient, message, notification_id: null, id: null })
        }),
      )
    },

    /** Aborts running requests; the next start repeats them. */
    close: () => closing.abort(new Error('the server was stopped')),

    async send(outgoing) {
      const all = await subscriptions.findOf(outgoing.recipient.user_id)
      const results = await Promise.allSettled(all.map((one) => sendTo(one, outgoing)))
      const failed = results.filter((result) => result.status === 'rejected')
      // One browser reached is enough: another try would notify that browser twice.
      if (failed[0] && failed.length === all.length) throw failed[0].reason
      return (await subscriptions.findOf(outgoing.recipient.user_id)).length > 0 ? 'sent' : 'nobody'
    },
  } satisfies MessageChannel & Record<string, unknown>
}

/** What the page's service worker shows; a newer message with the same `tag` replaces the older one. */
function payloadOf({ message, id, recipient: { language } }: ChannelMessage): string {
  const { reason, severity, title, lines, alarm_ids, incident_id, isUpdate, link } = message
  const ofAlarms = alarm_ids.length === 1 ? `alarm-${alarm_ids[0]}` : reason
  return JSON.stringify({
    id,
    tag: incident_id === null ? ofAlarms : `incident-${incident_id}`,
    ...(isUpdate ? { update: true } : {}),
    reason,
    severity,
    title,
    body: lines.join('\n').slice(0, MOST_BODY),
    alarm_ids: alarm_ids.slice(0, 20),
    link,
    language,
  })
}

/** The key that cannot be used for encryption, or null: it must be an uncompressed P-256 point, and 16 bytes (RFC 8291). */
function unusableKey({ p256dh, auth }: PushSubscriptionInput['keys']): 'p256dh' | 'auth' | null {
  const point = Buffer.from(p256dh, 'base64url')
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(point)
  } catch {
    return 'p256dh'
  }
  if (point.length !== 65) return 'p256dh'
  return Buffer.from(auth, 'base64url').length === 16 ? null : 'auth'
}
