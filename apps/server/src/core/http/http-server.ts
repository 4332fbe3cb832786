import { DISPLAY_HEADER } from '@dalyan/contracts/display-header'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { systemClock, type Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import type { Logger } from '../log.ts'
import { callerNetwork } from './caller-network.ts'
import { SLOW_SENDERS } from './connections.ts'
import { answerError, answerUnreadable } from './error-handler.ts'
import { admitsDisplays } from './serve.ts'
import { tokenOf, type AuthenticateDisplay, type AuthenticateFrom } from './signed-in.ts'

/** Calls per minute and address without a session, and per display link. */
const ANONYMOUS_PER_MINUTE = 120
/** In seconds. */
const A_YEAR = 365 * 86_400

/** Browser features that the page does not use and therefore forbids. */
const UNUSED_FEATURES = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'midi']
  .map((feature) => `${feature}=()`)
  .join(', ')

interface Needs {
  log: Logger
  authenticate: AuthenticateFrom
  /** Absent in tests without display links. */
  authenticateDisplay?: AuthenticateDisplay
  /** Requests per minute and user; 0: no limit for users. Addresses without a session keep their limit. */
  apiRate: number
  /** Set by tests only. */
  anonymousPerMinute?: number | undefined
  /** The product's address from outside. */
  baseUrl?: string | undefined
  /** Addresses and ranges of proxies whose `x-forwarded-…` headers name the caller and the protocol. */
  trustedProxies?: readonly string[] | undefined
  /** Gives browsers the time by which they show ages. */
  clock?: Clock
}

/** The path as written in its route, however the caller spelled it (`/%61pi/login` is `/api/login`). */
function pathOf({ routeOptions, url }: FastifyRequest): string {
  return routeOptions.url ?? url
}

/** Calls of devices, and of a broker about them. */
const OF_DEVICES = ['/api/iot/', '/api/v1/', '/api/broker/']

/** Every call of the API is counted, except calls of devices. */
function isCounted(path: string): boolean {
  return path.startsWith('/api/') && !OF_DEVICES.some((prefix) => path.startsWith(prefix))
}

function isBodyIncomplete({ raw, headers }: FastifyRequest): boolean {
  const isSent = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return isSent && !raw.complete
}

/** Fastify with the rules for every call: authentication, limits, bodies, headers, errors. */
export async function createHttpServer({
  log,
  authenticate,
  authenticateDisplay = async () => null,
  apiRate,
  anonymousPerMinute = ANONYMOUS_PER_MINUTE,
  baseUrl,
  trustedProxies = [],
  clock = systemClock,
}: Needs): Promise<FastifyInstance> {
  const server: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    requestTimeout: SLOW_SENDERS.requestTimeout,
    http: SLOW_SENDERS,
    connectionTimeout: 60_000,
    routerOptions: { maxParamLength: 200 },
    genReqId: () => crypto.randomUUID(),
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  server.setErrorHandler(answerError)
  acceptJsonAlone(server)
  // `serve` checks the contract's shapes, so that refusals use the contract's words.
  server.setValidatorCompiler(() => (value: unknown) => ({ value }))
  server.setSerializerCompiler(() => (data) => JSON.stringify(data))

  await server.register(cookie)
  await server.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: baseUrl?.startsWith('https:') ? { maxAge: A_YEAR, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  server.decorateRequest('user', null)
  server.decorateRequest('display', null)
  // When a call is refused before its body was read, the rest of the body is not read either.
  server.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400 && isBodyIncomplete(request)) void reply.header('connection', 'close')
  })
  server.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store').header('permissions-policy', UNUSED_FEATURES)
    const path = pathOf(request)
    if (!path.startsWith('/api/')) return
    void reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    void reply.header('date', new Date(clock.now()).toUTCString())
    if (!isCounted(path)) return
    const token = tokenOf(request.headers)
    request.user = token === null ? null : await authenticate(token, request.ip)
    const secret = request.headers[DISPLAY_HEADER]
    if (token === null && typeof secret === 'string' && admitsDisplays(request))
      request.display = await authenticateDisplay(secret, request.ip)
  })
  await limitRates(server, apiRate, anonymousPerMinute)
  return server
}

async function limitRates(server: FastifyInstance, apiRate: number, anonymousPerMinute: number): Promise<void> {
  await server.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    max: (request) => (request.user ? apiRate : anonymousPerMinute),
    keyGenerator: ({ user, display, ip }) => {
      if (user) return `user ${user.id}`
      return display ? `display ${display.link_id}` : `address ${callerNetwork(ip)}`
    },
    allowList: (request) => !isCounted(pathOf(request)) || (request.user !== null && apiRate === 0),
    errorResponseBuilder: (_request, context) =>
      new AppError(429, 'too_many_requests', { retryAfterSeconds: Math.ceil(context.ttl / 1000) }),
  })
}

/** Accepts JSON only. An empty body counts as no body, because clients send the content type with every call. */
function acceptJsonAlone(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  const parse = server.getDefaultJsonParser('error', 'ignore')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body.toString(), done)
  })
}
