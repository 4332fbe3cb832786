import { CALLING_EVENTS, WEBHOOK_EVENTS, type WebhookEvent } from '@dalyan/contracts/webhooks'

export type ReceiverKind = 'whole' | 'sms' | 'siren' | 'slack' | 'teams' | 'telegram'

interface ReadyMade {
  kind: ReceiverKind
  /** Empty: the whole event. Words in capitals are to be filled in by hand. */
  template: string
  events: readonly WebhookEvent[]
}

const json = (value: unknown) => JSON.stringify(value, null, 2)

/** What usual receivers expect. */
export const READY_MADE: readonly ReadyMade[] = [
  { kind: 'whole', template: '', events: CALLING_EVENTS },
  {
    kind: 'sms',
    template: json({ to: '+90XXXXXXXXXX', message: '{{text}}', reference: '{{id}}' }),
    events: CALLING_EVENTS,
  },
  {
    kind: 'siren',
    // Not between quotes: a value of its own, true or false.
    template: json({ id: 'DEVICE_ID', channel: 0, on: '{{unanswered}}' }).replace('"{{unanswered}}"', '{{unanswered}}'),
    events: WEBHOOK_EVENTS,
  },
  { kind: 'slack', template: json({ text: '{{text}}' }), events: WEBHOOK_EVENTS },
  {
    kind: 'teams',
    template: json({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            type: 'AdaptiveCard',
            version: '1.4',
            body: [{ type: 'TextBlock', text: '{{text}}', wrap: true }],
          },
        },
      ],
    }),
    events: WEBHOOK_EVENTS,
  },
  { kind: 'telegram', template: json({ chat_id: 'CHAT_ID', text: '{{text}}' }), events: WEBHOOK_EVENTS },
]

/** Which of them a template is; null: one of its own. */
export function readyMadeOf(template: string): ReceiverKind | null {
  return READY_MADE.find((one) => one.template === template.trim())?.kind ?? null
}
