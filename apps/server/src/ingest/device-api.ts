import type { ErrorCode } from '@dalyan/contracts/errors'
import { deviceApi, type IntakeReply } from '@dalyan/contracts/device-messages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../core/errors.ts'
import { refusalOf as answerTo } from '../core/http/error-handler.ts'
import { plainAddress } from '../core/http/caller-network.ts'
import { languageOf } from '../core/http/language.ts'
import { serve } from '../core/http/serve.ts'
import type { LinkEvents } from '../features/terminals/diagnosis/link-events.ts'
import type { KnownTerminal } from '../features/terminals/terminal-directory.rules.ts'
import { EMPTY_RECEIPT, NoLongerAdmitted, type AcceptMessage, type Receipt } from './accept-message.ts'
import { refusalBy, type Admit, type Credentials, type MessageRates, type Refused } from './admit.ts'
import type { MqttServer } from './mqtt-server.ts'
import type { MessageShape } from './parse-reading.ts'
import { NotStored, type Patience, type ReadingBatcher } from './reading-batcher.ts'
import { isNothingGood, replyOf } from './refusal-notices.ts'

/** While the database is away a device's request is refused at once; the device sends it again. */
const PATIENCE: Patience = { ms: 10_000, outlastsFailures: false }
const NOTHING: IntakeReply = { stored: 0, duplicates: 0, rejected: [] }

interface Needs {
  admit: Admit
  acceptMessage: AcceptMessage
  batcher: Pick<ReadingBatcher, 'isFull' | 'awaySince'>
  rates: MessageRates
  linkEvents: Pick<LinkEvents, 'saw'>
  notifyRefusals: MqttServer['notifyRefusals']
}

declare module 'fastify' {
  interface FastifyRequest {
    terminal: KnownTerminal | null
  }
}

/** The device API over HTTP: `POST /api/iot/measurements` and ThingsBoard's `POST /api/v1/{key}/telemetry`. */
export function registerDeviceApi(server: FastifyInstance, needs: Needs): void {
  const { admit, acceptMessage, batcher, rates, linkEvents, notifyRefusals } = needs

  /** Runs before the body is read, so that unknown devices use no memory. */
  async function letIn(request: FastifyRequest): Promise<void> {
    const credentials = credentialsOf(request)
    if (!credentials) throw new AppError(401, 'unknown_device')
    const admission = await admit(credentials)
    if (admission.refused) throw REFUSALS[admission.refused]()
    if (batcher.awaySince() !== null || batcher.isFull()) throw notReady()
    const waitMs = rates.take(admission.terminal.id)
    if (waitMs > 0) throw new AppError(429, 'too_many_requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
    request.terminal = admission.terminal
  }

  async function accept(request: FastifyRequest, body: unknown, shape: MessageShape): Promise<Receipt> {
    if (!request.terminal) throw new AppError(401, 'unknown_device')
    if (!Buffer.isBuffer(body) || body.length === 0) {
      learnUnreadable(request, 'unreadable_json')
      throw new AppError(400, 'unreadable_json')
    }
    try {
      const receipt = await acceptMessage({
        terminalId: request.terminal.id,
        payload: body,
        shape,
        transport: 'http',
        address: plainAddress(request.ip),
        patience: PATIENCE,
      })
      notifyRefusals(request.terminal.id, receipt, languageOf(request.headers))
      return receipt
    } catch (error) {
      if (error instanceof NotStored) throw notReady()
      if (error instanceof NoLongerAdmitted) throw REFUSALS[refusalBy(error.status)]()
      throw error
    }
  }

  /** Remembers for the diagnosis that a known terminal sent a body that is empty, too large or not JSON, and notifies the terminal. */
  function learnUnreadable({ terminal, headers, ip }: FastifyRequest, problem: ErrorCode): void {
    if (!terminal) return
    const raw = `content-type: ${headers['content-type'] ?? '–'}, content-length: ${headers['content-length'] ?? '–'}`
    linkEvents.saw(terminal.id, 'unreadable', { raw, address: plainAddress(ip) })
    notifyRefusals(terminal.id, { ...EMPTY_RECEIPT, problem }, languageOf(headers))
  }

  server.register(async (routes) => {
    routes.decorateRequest('terminal', null)
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    routes.addHook('onRequest', letIn)
    routes.addHook('onError', (request, _reply, error, done) => {
      if (error.code?.startsWith('FST_ERR_CTP_')) learnUnreadable(request, answerTo(error, request).code)
      done()
    })

    serve(routes, deviceApi.measurements, 'public', async ({ request, reply, body }) => {
      const receipt = await accept(request, body, 'dalyan')
      const answer = replyOf(receipt, languageOf(request.headers))
      if (isNothingGood(receipt)) throw refusalOf(receipt, answer)
      if (receipt.stored === 0) void reply.code(200)
      return answer
    })

    serve(routes, deviceApi.thingsboard, 'public', async ({ request, body }) => {
      const receipt = await accept(request, body, 'thingsboard')
      if (isNothingGood(receipt)) throw refusalOf(receipt, replyOf(receipt, languageOf(request.headers)))
      return {}
    })
  })
}

const REFUSALS: Record<Refused, () => AppError> = {
  unknown: () => new AppError(401, 'unknown_device'),
  old_key: () => new AppError(401, 'unknown_device'),
  revoked_key: () => new AppError(401, 'unknown_device'),
  waiting: () => new AppError(401, 'unknown_device'),
  not_allowed: () => new AppError(401, 'unknown_device'),
  inactive: () => new AppError(403, 'device_inactive'),
  too_many: () => new AppError(429, 'too_many_requests', { retryAfterSeconds: 60 }),
}

/** 503: the device sends its message again later, not all devices at once. */
export function notReady(): AppError {
  return new AppError(503, 'not_ready', { retryAfterSeconds: 5 + Math.floor(Math.random() * 26) })
}

/** `authorization: Bearer {code}:{key}`, or the key in ThingsBoard's path. */
function credentialsOf(request: FastifyRequest): Credentials | null {
  const address = plainAddress(request.ip)
  const { key } = request.params as { key?: string }
  if (key !== undefined) return { code: null, key, address }
  const [, code, secret] = /^Bearer ([^:\s]{1,64}):(\S{1,256})$/i.exec(request.headers.authorization ?? '') ?? []
  return code === undefined || secret === undefined ? null : { code, key: secret, address }
}

function refusalOf({ problem }: Receipt, answer: IntakeReply): AppError {
  if (problem === 'unreadable_json') return new AppError(400, problem)
  return new AppError(422, problem ?? 'no_reading_accepted', { body: { ...NOTHING, ...answer } })
}
