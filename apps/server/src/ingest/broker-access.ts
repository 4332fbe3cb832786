import { isIP } from 'node:net'
import { brokerApi, type BrokerLogin, type BrokerTopicUse, type BrokerVerdict } from '@dalyan/contracts/broker'
import { errorsTopic, receiptsTopic } from '@dalyan/contracts/device-messages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Basics } from '../basics.ts'
import { AppError } from '../core/errors.ts'
import { callerNetwork, plainAddress } from '../core/http/caller-network.ts'
import { serve } from '../core/http/serve.ts'
import { createRecentCounts } from '../core/recent-counts.ts'
import { hashOf, isSameHash } from '../core/secrets/random-secret.ts'
import type { LinkEvents } from '../features/terminals/diagnosis/link-events.ts'
import type { TerminalDirectory } from '../features/terminals/terminal-directory.ts'
import { mayDeliver } from '../features/terminals/terminal-directory.rules.ts'
import type { Admit } from './admit.ts'
import { SESSION_PREFIX, SHARED_FILTER } from './broker-link.ts'
import { rawText, type IngestLog } from './ingest-log.ts'

const MINUTE_MS = 60_000
/** Wrong secrets of a network in a minute; further calls from there are refused without a look at the secret. */
const MOST_WRONG = 30
const OWN_FILTERS = [SHARED_FILTER, SHARED_FILTER.replace('$share/dalyan/', '')]
const TAKEN_TOPIC = /^dalyan\/v1\/[^/+#]+\/measurements$/
const SENT_TOPIC = /^dalyan\/v1\/[^/+#]+\/(receipts|errors)$/

interface Needs extends Pick<Basics, 'clock'> {
  /** What the broker shows with each question; undefined: no broker may ask. */
  secret: string | undefined
  /** With the user name and password by which Dalyan itself signs in at the broker; undefined: it does not. */
  brokerUrl: string | undefined
  admit: Admit
  directory: Pick<TerminalDirectory, 'byCode' | 'settled'>
  linkEvents: Pick<LinkEvents, 'saw'>
  ingestLog: Pick<IngestLog, 'addUnwaited'>
}

/** Answers an MQTT broker of the operator that asks who may connect, publish and subscribe (docs/behaviour/mqtt.md). */
export function registerBrokerAccess(server: FastifyInstance, needs: Needs): void {
  const { secret, admit, directory, linkEvents, ingestLog, clock } = needs
  const expected = secret === undefined ? null : hashOf(secret)
  const own = ownLogin(needs.brokerUrl)
  const wrong = createRecentCounts(MINUTE_MS, clock)

  /** Runs before the body is read. */
  async function checkSecret(request: FastifyRequest): Promise<void> {
    if (!expected) throw new AppError(404, 'not_found')
    const network = callerNetwork(request.ip)
    if (wrong.of(network) >= MOST_WRONG) throw new AppError(429, 'too_many_requests', { retryAfterSeconds: 60 })
    if (isSameHash(hashOf(secretOf(request.headers.authorization)), expected)) return
    wrong.add(network)
    throw new AppError(401, 'unauthenticated')
  }

  async function authenticate({ username, password, clientid = '', peerhost }: BrokerLogin, ip: string) {
    if (own && username === own.username)
      return verdict(isSameHash(hashOf(password), own.passwordHash), 'wrong password')
    if (clientid.startsWith(SESSION_PREFIX)) return verdict(false, 'the client id belongs to Dalyan')
    if (password === '') return verdict(false, 'user name: the code of the terminal, password: its key')
    const address = addressOf(peerhost, ip)
    const admission = await admit({ code: username, key: password, address })
    if (admission.refused) return verdict(false, admission.refused)
    const { terminal } = admission
    linkEvents.saw(terminal.id, 'connected', { address })
    ingestLog.addUnwaited(terminal, 'connected', 'success', { transport: 'mqtt', address, broker: true })
    return verdict(true)
  }

  async function authorize(use: BrokerTopicUse) {
    const isPublish = use.action === 'publish' || use.acc === 2 || use.acc === 3
    if (own && use.username === own.username)
      return verdict(mayUseItself(isPublish, use.topic), 'not a topic of Dalyan')
    let terminal = directory.byCode(use.username)
    if (!terminal || !mayDeliver(terminal.status)) {
      await directory.settled()
      terminal = directory.byCode(use.username)
    }
    if (!terminal || !mayDeliver(terminal.status)) return verdict(false, 'the terminal may not deliver')
    if (mayUse(terminal.code, isPublish, use.topic)) return verdict(true)
    if (isPublish) {
      const topic = rawText(Buffer.from(use.topic))
      linkEvents.saw(terminal.id, 'wrong_topic', { topic })
      ingestLog.addUnwaited(terminal, 'measurement_rejected', 'warning', { reason: 'foreign_topic', topic })
    }
    return verdict(false, 'not a topic of the terminal')
  }

  server.register(async (routes) => {
    routes.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )
    routes.addHook('onRequest', checkSecret)
    serve(routes, brokerApi.authenticate, 'public', ({ body, request }) => authenticate(body, request.ip))
    serve(routes, brokerApi.authorize, 'public', ({ body }) => authorize(body))
  })
}

/** A terminal uses topics below its own prefix; only Dalyan publishes its receipts and errors. */
function mayUse(code: string, isPublish: boolean, topic: string): boolean {
  if (!topic.startsWith(`dalyan/v1/${code}/`)) return false
  return !isPublish || !(/[+#]/.test(topic) || topic === receiptsTopic(code) || topic === errorsTopic(code))
}

function mayUseItself(isPublish: boolean, topic: string): boolean {
  return isPublish ? SENT_TOPIC.test(topic) : OWN_FILTERS.includes(topic) || TAKEN_TOPIC.test(topic)
}

/** The secret of `Bearer`, which EMQX sends, or the password of `Basic`, the only one that mosquitto-go-auth can send. */
function secretOf(header = ''): string {
  const [, scheme = '', value = ''] = /^(Bearer|Basic) (.{1,1024})$/i.exec(header) ?? []
  if (scheme.toLowerCase() !== 'basic') return value
  const text = Buffer.from(value, 'base64').toString('utf8')
  return text.slice(text.indexOf(':') + 1)
}

function ownLogin(url: string | undefined): { username: string; passwordHash: Buffer } | null {
  if (url === undefined) return null
  const { username, password } = new URL(url)
  return username === '' || password === ''
    ? null
    : { username: decodeURIComponent(username), passwordHash: hashOf(decodeURIComponent(password)) }
}

function addressOf(peerhost: string | undefined, ip: string): string {
  return plainAddress(peerhost !== undefined && isIP(peerhost) !== 0 ? peerhost : ip)
}

function verdict(isAllowed: boolean, reason = ''): BrokerVerdict {
  return { result: isAllowed ? 'allow' : 'deny', is_superuser: false, ok: isAllowed, error: isAllowed ? '' : reason }
}
