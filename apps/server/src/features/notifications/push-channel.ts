import type { Agent } from 'node:https'
import webPush from 'web-push'
import type { Database } from '../../core/database/database.ts'
import { refusePrivate } from '../../core/outbound/public-agent.ts'
import type { SecretBox } from '../../core/secrets/secret-box.ts'
import type { Channel, Letter } from './channels.ts'
import { pushSubscriptionsRepository, type PushSubscriptionRow } from './push-subscriptions.repository.ts'
import { signingKey } from './signing-keys.repository.ts'

const TIMEOUT_MS = 15_000
/** After that a reminder says it better. */
const KEPT_SECONDS = { critical: 900, warning: 14_400, info: 14_400 } as const
/** A push message holds 4 KB. */
const MOST_BODY = 1_500

interface Needs {
  database: Database
  secrets: SecretBox
  agent: Agent
  allowPrivate: boolean
  /** Whom a push service may write to: an address of the installation. */
  subject: string
}

export interface PushChannel extends Channel {
  /** The public half, which a browser needs to subscribe. */
  publicKey(): Promise<string>
}

/** Web push, with keys of this installation's own. */
export function createPushChannel({ database, secrets, agent, allowPrivate, subject }: Needs): PushChannel {
  const subscriptions = pushSubscriptionsRepository(database)
  const keys = () => signingKey(database, secrets, 'vapid', webPush.generateVAPIDKeys)

  async function sendTo({ id, ...subscription }: PushSubscriptionRow, letter: Letter): Promise<void> {
    refusePrivate(subscription.endpoint, allowPrivate)
    const { severity } = letter.message
    try {
      await webPush.sendNotification(subscription, payloadOf(letter), {
        vapidDetails: { subject, ...(await keys()) },
        agent,
        timeout: TIMEOUT_MS,
        TTL: KEPT_SECONDS[severity],
        urgency: severity === 'critical' ? 'high' : 'normal',
      })
    } catch (error) {
      // The browser is gone, or has taken its permission back.
      if (error instanceof webPush.WebPushError && [404, 410].includes(error.statusCode)) {
        await subscriptions.removeById(id)
        return
      }
      throw error
    }
  }

  return {
    isReady: true,
    publicKey: async () => (await keys()).publicKey,
    async send(letter) {
      const all = await subscriptions.findOf(letter.reader.user_id)
      const results = await Promise.allSettled(all.map((one) => sendTo(one, letter)))
      const failed = results.filter((result) => result.status === 'rejected')
      // One browser that was reached is enough: another try would call it twice.
      if (failed[0] && failed.length === all.length) throw failed[0].reason
      return (await subscriptions.findOf(letter.reader.user_id)).length > 0 ? 'sent' : 'nobody'
    },
  }
}

/** What the page's service worker shows; `tag` lets a newer message about the same alarm take the older one's place. */
function payloadOf({ message, id, reader }: Letter): string {
  const { why, severity, title, lines, alarm_ids, link } = message
  return JSON.stringify({
    id,
    tag: alarm_ids.length === 1 ? `alarm-${alarm_ids[0]}` : why,
    why,
    severity,
    title,
    body: lines.join('\n').slice(0, MOST_BODY),
    alarm_ids: alarm_ids.slice(0, 20),
    link,
    language: reader.language,
  })
}
