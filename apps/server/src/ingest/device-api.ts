import { errorText, type Language } from '@dalyan/contracts/errors'
import { deviceApi, MAX_MESSAGE_BYTES, type IntakeReply } from '@dalyan/contracts/device-messages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../core/errors.ts'
import { plainAddress } from '../core/http/caller-network.ts'
import { answerError } from '../core/http/error-handler.ts'
import { languageOf } from '../core/http/language.ts'
import { serve } from '../core/http/serve.ts'
import type { KnownTerminal } from '../features/terminals/terminal-directory.rules.ts'
import { NoLongerAdmitted, type AcceptMessage, type Receipt } from './accept-message.ts'
import { refusalBy, type Admit, type Credentials, type Refused } from './admit.ts'
import type { MessageRates } from './message-rates.ts'
import type { FieldProblem, MessageShape } from './parse-reading.ts'
import { NotStored, type Patience, type ReadingBatcher } from './reading-batcher.ts'

/** While the database is away a device's request is refused at once; the device sends it again. */
const PATIENCE: Patience = { ms: 10_000, outlastsFailures: false }
const NOTHING: IntakeReply = { stored: 0, duplicates: 0, rejected: [] }

interface Needs {
  admit: Admit
  acceptMessage: AcceptMessage
  batcher: Pick<ReadingBatcher, 'isFull' | 'awaySince'>
  rates: MessageRates
}

declare module 'fastify' {
  interface FastifyRequest {
    terminal: KnownTerminal | null
  }
}

/** The device API over HTTP: `POST /api/iot/measurements` and ThingsBoard's `POST /api/v1/{key}/telemetry`. */
export function registerDeviceApi(server: FastifyInstance, { admit, acceptMessage, batcher, rates }: Needs): void {
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
    if (!Buffer.isBuffer(body) || body.length === 0) throw new AppError(400, 'unreadable_json')
    try {
      return await acceptMessage({
        terminalId: request.terminal.id,
        payload: body,
        shape,
        transport: 'http',
        address: plainAddress(request.ip),
        patience: PATIENCE,
      })
    } catch (error) {
      if (error instanceof NotStored) throw notReady()
      if (error instanceof NoLongerAdmitted) throw REFUSALS[refusalBy(error.status)]()
      throw error
    }
  }

  server.register(async (routes) => {
    routes.decorateRequest('terminal', null)
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: MAX_MESSAGE_BYTES },
      (_request, body, done) => done(null, body),
    )
    routes.setErrorHandler(answerDeviceError)
    routes.addHook('onRequest', letIn)

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
  not_allowed: () => new AppError(401, 'unknown_device'),
  inactive: () => new AppError(403, 'device_inactive'),
  too_many: () => new AppError(429, 'too_many_requests', { retryAfterSeconds: 60 }),
}

function notReady(): AppError {
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

function isNothingGood({ problem, stored, duplicates }: Receipt): boolean {
  return problem !== null || stored + duplicates === 0
}

function refusalOf({ problem }: Receipt, answer: IntakeReply): AppError {
  if (problem === 'unreadable_json') return new AppError(400, problem)
  return new AppError(422, problem ?? 'no_reading_accepted', { body: { ...NOTHING, ...answer } })
}

function replyOf({ stored, duplicates, rejected }: Receipt, language: Language): IntakeReply {
  const texts = (problems: readonly FieldProblem[]) =>
    problems.map(({ code, parts }) => errorText(code, language, parts))
  return {
    stored,
    duplicates,
    rejected: rejected.map(({ index, errors }) => ({
      index,
      errors: Object.fromEntries(Object.entries(errors).map(([field, problems]) => [field, texts(problems)])),
    })),
  }
}

function answerDeviceError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isTooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413
  return answerError(
    isTooLarge ? new AppError(413, 'too_large', { parts: { limit: '256 KiB' } }) : error,
    request,
    reply,
  )
}
