import { setTimeout as sleep } from 'node:timers/promises'
import { deviceApi, type LorawanReply } from '@dalyan/contracts/device-messages'
import type { ErrorCode } from '@dalyan/contracts/errors'
import { isLorawanKind, type IntegrationFault, type LorawanKind } from '@dalyan/contracts/integrations'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../core/database/database-away.ts'
import { AppError } from '../core/errors.ts'
import { plainAddress } from '../core/http/caller-network.ts'
import { languageOf } from '../core/http/language.ts'
import { serve } from '../core/http/serve.ts'
import type {
  AuthenticateIntegration,
  IntegrationMarks,
  SignedInIntegration,
} from '../features/integrations/integrations.service.ts'
import type { KnownTerminal } from '../features/terminals/terminal-directory.rules.ts'
import { NoLongerAdmitted, type AcceptMessage, type Receipt } from './accept-message.ts'
import type { AdmitDelivered, MessageRates } from './admit.ts'
import { notReady } from './device-api.ts'
import { deviceEuiOf, hasUplink } from './lorawan-uplink.ts'
import { NotStored, type Patience, type ReadingBatcher } from './reading-batcher.ts'
import { isNothingGood, replyOf } from './refusal-notices.ts'

const NOTHING = { stored: 0, duplicates: 0, rejected: [] }
/** While the database is away a call waits, because most network servers send an event once. The Things Stack gives up after ten seconds. */
const ANSWERED_WITHIN_MS = 9_000
const TRIED_EVERY_MS = 500
/** What is answered with 503 is stored all the same when the database comes back in this time. When it is sent again, it is a duplicate. */
const PATIENCE: Patience = { ms: 600_000, outlastsFailures: true }

interface Needs {
  authenticateIntegration: AuthenticateIntegration
  integrationMarks: IntegrationMarks
  admitDelivered: AdmitDelivered
  acceptMessage: AcceptMessage
  batcher: Pick<ReadingBatcher, 'isFull'>
  rates: MessageRates
}

type LorawanIntegration = SignedInIntegration & { kind: LorawanKind }

declare module 'fastify' {
  interface FastifyRequest {
    integration: LorawanIntegration | null
    /** By when the network server gets its answer, in milliseconds of `performance.now()`. */
    answerBy: number
  }
}

/**
 * Receives the events of LoRaWAN network servers: `POST /api/iot/lorawan` with an integration's secret as bearer. An event of a device that may not
 * deliver is answered with 200 too: a network server takes any other answer for a fault of the address, and stops calling it for all devices.
 */
export function registerLorawanApi(server: FastifyInstance, needs: Needs): void {
  const { authenticateIntegration, integrationMarks, admitDelivered, acceptMessage, batcher, rates } = needs

  /** Runs before the body is read, so that unknown callers use no memory. */
  async function letIn(request: FastifyRequest): Promise<void> {
    const [, secret] = /^Bearer (\S{1,256})$/i.exec(request.headers.authorization ?? '') ?? []
    request.answerBy = performance.now() + ANSWERED_WITHIN_MS
    const integration = secret === undefined ? null : await signIn(secret, request)
    if (!integration || !isLorawanKind(integration.kind)) throw new AppError(401, 'unknown_integration')
    if (batcher.isFull()) throw notReady()
    request.integration = { ...integration, kind: integration.kind }
  }

  /** Tries again while the database is away and the caller waits. */
  async function signIn(secret: string, request: FastifyRequest): Promise<SignedInIntegration | null> {
    for (;;) {
      try {
        return await authenticateIntegration(secret, request.ip)
      } catch (error) {
        const isOver = performance.now() + TRIED_EVERY_MS > request.answerBy || request.raw.destroyed
        if (isOver || !isDatabaseAway(error)) throw error
        await sleep(TRIED_EVERY_MS)
      }
    }
  }

  function refuse(integration: SignedInIntegration, status: number, fault: IntegrationFault & ErrorCode): never {
    integrationMarks.failed(integration, fault)
    throw new AppError(status, fault)
  }

  /** @throws 429, 503 */
  async function store(
    { id }: KnownTerminal,
    kind: LorawanKind,
    payload: Buffer,
    request: FastifyRequest,
  ): Promise<LorawanReply> {
    const waitMs = rates.take(id)
    if (waitMs > 0) throw new AppError(429, 'too_many_requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
    const address = plainAddress(request.ip)
    const message = {
      terminalId: id,
      payload,
      shape: kind,
      transport: 'http',
      address,
      patience: PATIENCE,
    } as const
    try {
      const late = sleep(Math.max(0, request.answerBy - performance.now()), null, { ref: false })
      const receipt = await Promise.race([acceptMessage(message), late])
      if (receipt === null) throw notReady()
      return answerTo(receipt, request)
    } catch (error) {
      if (error instanceof NotStored) throw notReady()
      if (error instanceof NoLongerAdmitted) return { ...NOTHING, outcome: 'refused' }
      throw error
    }
  }

  async function take(
    integration: LorawanIntegration,
    body: unknown,
    type: string | undefined,
    request: FastifyRequest,
  ): Promise<LorawanReply> {
    const { kind } = integration
    const event = Buffer.isBuffer(body) ? parsed(body) : undefined
    if (event === undefined) return refuse(integration, 400, 'unreadable_json')
    const device_eui = deviceEuiOf(kind, event)
    if (device_eui === null) return refuse(integration, 422, 'no_device_eui')
    if (!hasUplink(kind, type, event)) return { ...NOTHING, outcome: 'ignored' }
    const admission = await admitDelivered({ integration, device_eui, address: plainAddress(request.ip) })
    if (!admission.refused) return store(admission.terminal, kind, body as Buffer, request)
    if (admission.refused === 'other_firm') integrationMarks.failed(integration, 'other_firm', device_eui)
    return { ...NOTHING, outcome: admission.refused === 'waiting' ? 'waiting' : 'refused' }
  }

  server.register(async (routes) => {
    routes.decorateRequest('integration', null)
    routes.decorateRequest('answerBy', 0)
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    routes.addHook('onRequest', letIn)

    serve(routes, deviceApi.lorawan, 'public', async ({ request, body, query }) => {
      const { integration } = request
      if (!integration) throw new AppError(401, 'unknown_integration')
      const answer = await take(integration, body, query.event, request)
      integrationMarks.succeeded(integration)
      return answer
    })
  })
}

function answerTo(receipt: Receipt, request: FastifyRequest): LorawanReply {
  const outcome = isNothingGood(receipt) ? 'refused' : 'stored'
  return { ...replyOf(receipt, languageOf(request.headers)), outcome }
}

/** @returns undefined when the body is no JSON */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
