import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

// What an MQTT broker of the operator asks, in the words of EMQX's HTTP authenticator and authorizer and of mosquitto-go-auth.

const text = z.string().check(z.maxLength(1_024))
const LARGEST_QUESTION = 8 * 1024

export const BrokerLogin = z.object({
  username: text,
  password: text,
  clientid: z.optional(text),
  /** The client's address. */
  peerhost: z.optional(text),
})
export type BrokerLogin = z.infer<typeof BrokerLogin>

export const BrokerTopicUse = z
  .object({
    username: text,
    /** A topic, or the filter of a subscription. */
    topic: text,
    clientid: z.optional(text),
    peerhost: z.optional(text),
    action: z.optional(z.enum(['publish', 'subscribe'])),
    /** The same in mosquitto-go-auth: 1 to be sent a message, 2 to publish, 3 both, 4 to subscribe. */
    acc: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(4))),
  })
  .check(
    z.refine(({ action, acc }) => action !== undefined || acc !== undefined, { path: ['action'], error: 'required' }),
  )
export type BrokerTopicUse = z.infer<typeof BrokerTopicUse>

export const BrokerVerdict = z.object({
  result: z.enum(['allow', 'deny']),
  /** EMQX asks no more about the topics of a superuser. */
  is_superuser: z.literal(false),
  /** `result` and its reason in the words of mosquitto-go-auth. */
  ok: z.boolean(),
  error: z.string(),
})
export type BrokerVerdict = z.infer<typeof BrokerVerdict>

export const brokerApi = {
  /** Whether a client may connect. */
  authenticate: endpoint('POST', '/api/broker/authenticate', {
    body: BrokerLogin,
    reply: BrokerVerdict,
    maxBytes: LARGEST_QUESTION,
  }),
  /** Whether a client may publish to a topic, or subscribe to a filter. */
  authorize: endpoint('POST', '/api/broker/authorize', {
    body: BrokerTopicUse,
    reply: BrokerVerdict,
    maxBytes: LARGEST_QUESTION,
  }),
}
