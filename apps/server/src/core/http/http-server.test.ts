import { connect, type AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { deviceApi } from '@dalyan/contracts/device-messages'
import { endpoint } from '@dalyan/contracts/endpoint'
import { IdParams } from '@dalyan/contracts/paging'
import { systemApi } from '@dalyan/contracts/system'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createLogger } from '../log.ts'
import { SLOW_SENDERS } from './connections.ts'
import { createHttpServer } from './http-server.ts'
import { answerNotFound } from './page-files.ts'
import { orDisplayLink, serve } from './serve.ts'

const record = endpoint('GET', '/api/records/:id', { params: IdParams, reply: z.object({ id: z.int() }) })
const SECRET = '7|very-secret-token'

let server: FastifyInstance
let logged = ''
beforeAll(async () => {
  const lines = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk)
      done()
    },
  })
  const log = createLogger('trace', lines)
  server = await createHttpServer({ log, apiRate: 0, authenticate: async () => null })
  serve(server, record, 'public', ({ params }) => params)
  serve(server, systemApi.healthz, 'public', () => ({ status: 'ok' as const }))
  serve(server, deviceApi.thingsboard, 'public', () => {
    throw new Error('the disk is full')
  })
  serve(server, systemApi.readyz, 'public', () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  })
  answerNotFound(server)
  await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

test.each([
  ['sends too much', 'application/json', 1_000_000, 413],
  ['asks for what is not there', 'text/plain', 1_000, 404],
])(
  'a caller who %s is refused before the body is read, and the rest of the body is ignored',
  async (_why, type, length, status) => {
    const head = `POST /api/nothing HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n{`
    const answer = await send(head)
    expect(answer).toContain(`HTTP/1.1 ${status}`)
    expect(answer.toLowerCase()).toContain('connection: close')
  },
)

test('slow senders have 15 seconds for the headers and 30 for a request, checked every five', () => {
  const { headersTimeout, requestTimeout } = server.server
  expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 15_000, requestTimeout: 30_000 })
  expect(SLOW_SENDERS.connectionsCheckingInterval).toBe(5_000)
})

/** Sends bytes that no HTTP client would. */
function send(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => (answer += String(chunk)))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

test.each(['%E0%A4%A', 'a'.repeat(300), '0', '1e3', '..%2f'])(
  'an id that cannot exist (%s) is answered like a missing record',
  async (id) => {
    expect(await server.inject(`/api/records/${id}`)).toMatchObject({
      statusCode: 404,
      body: expect.stringContaining('not_found'),
    })
  },
)

describe('input that is not HTTP', () => {
  test.each([
    ['garbage', 'GARBAGE\r\n\r\n', 400],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nAuthorization: Bearer ${SECRET}\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
  ])('%s is refused in the form of every refusal, and its bytes stay out of the log', async (_title, text, status) => {
    const answer = await send(text)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      message: expect.any(String),
      code: 'unreadable_request',
    })
    expect(logged).not.toContain(SECRET)
    expect(logged).not.toContain('rawPacket')
  })
})

test('a failed call is logged without the secrets in its address and headers', async () => {
  const reply = await server.inject({
    method: 'POST',
    url: '/api/v1/secret-device-key/telemetry?token=secret-in-query',
    headers: { authorization: `Bearer ${SECRET}`, 'x-auth-token': SECRET },
    payload: { ph: 7 },
  })
  expect(reply.json()).toMatchObject({ code: 'internal' })
  expect(logged).toContain('the disk is full')
  expect(logged).toContain('/api/v1/:key/telemetry')
  expect(logged).not.toMatch(/secret/)
})

test('while the database is away, waiting calls are logged as ten short lines a minute and a count of the others', async () => {
  const lines: Record<string, unknown>[] = []
  const log = createLogger('trace', { write: (line: string) => void lines.push(JSON.parse(line) as never) })
  const away = await createHttpServer({ log, apiRate: 0, authenticate: async () => null })
  serve(away, systemApi.readyz, 'public', () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    for (let call = 0; call < 50; call += 1) {
      const reply = await away.inject('/readyz')
      expect(reply).toMatchObject({ statusCode: 503, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
    }
    const line = { level: 40, reason: 'connect ECONNREFUSED', call: { route: '/readyz' } }
    expect(lines).toMatchObject(Array.from({ length: 10 }, () => line))
    expect(JSON.stringify(lines).length).toBeLessThan(3_000)
    vi.advanceTimersByTime(60_000)
    expect(lines.slice(10)).toMatchObject([{ level: 40, msg: 'more of the same: a request has to wait', count: 40 }])
  } finally {
    vi.useRealTimers()
    await away.close()
  }
})

test('answers must not be cached or shown in a frame', async () => {
  for (const url of ['/api/records/1', '/api/records/0', '/healthz'])
    expect((await server.inject(url)).headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
})

test.each([
  ['https://dalyan.example.org', 'max-age=31536000'],
  ['http://192.168.1.5:8000', undefined],
  [undefined, undefined],
])('with a base URL of %s, browsers must stay with HTTPS: %s', async (baseUrl, policy) => {
  const outside = await createHttpServer({
    log: createLogger('silent'),
    apiRate: 0,
    authenticate: async () => null,
    baseUrl,
  })
  expect((await outside.inject('/')).headers['strict-transport-security']).toBe(policy)
  await outside.close()
})

test('all addresses of an IPv6 network are counted as one', async () => {
  const limited = await createHttpServer({ log: createLogger('silent'), apiRate: 1, authenticate: async () => null })
  serve(limited, record, 'public', ({ params }) => params)
  const ask = (remoteAddress: string) => limited.inject({ url: '/api/records/1', remoteAddress })
  for (let i = 1; i <= 120; i += 1) expect((await ask(`2001:db8:1:2::${i.toString(16)}`)).statusCode).toBe(200)
  expect((await ask('2001:db8:1:2:ffff::1')).statusCode).toBe(429)
  expect((await ask('2001:db8:1:3::1')).statusCode).toBe(200)
  await limited.close()
})

test('a call is counted and guarded however its path is spelled', async () => {
  const limited = await createHttpServer({ log: createLogger('silent'), apiRate: 1, authenticate: async () => null })
  serve(limited, record, 'public', ({ params }) => params)
  answerNotFound(limited)
  const paths = ['/api/records/1', '/%61pi/records/1', '/%61p%69/recor%64s/1']
  const asked = []
  for (let i = 0; i < 123; i += 1) asked.push(await limited.inject(paths[i % 3] ?? ''))
  expect(asked.map(({ statusCode }) => statusCode)).toEqual([...Array<number>(120).fill(200), 429, 429, 429])
  for (const { headers } of asked) expect(headers['content-security-policy']).toContain("default-src 'none'")
  await limited.close()
})

describe('behind a proxy', () => {
  const whose = endpoint('GET', '/api/whose', { reply: z.object({ ip: z.string(), protocol: z.string() }) })
  const forwarded = { 'x-forwarded-for': '192.0.2.66, 203.0.113.9', 'x-forwarded-proto': 'https' }

  test.each([
    ['nobody is trusted', undefined, '127.0.0.1', { ip: '127.0.0.1', protocol: 'http' }],
    ['it is trusted', ['127.0.0.1'], '127.0.0.1', { ip: '203.0.113.9', protocol: 'https' }],
    ['it is one of a range', ['127.0.0.0/8', '203.0.113.0/24'], '127.0.0.1', { ip: '192.0.2.66', protocol: 'https' }],
    ['another is trusted', ['10.0.0.1'], '127.0.0.1', { ip: '127.0.0.1', protocol: 'http' }],
    ['somebody else claims to be one', ['127.0.0.1'], '198.51.100.7', { ip: '198.51.100.7', protocol: 'http' }],
  ])('%s', async (_title, trustedProxies, remoteAddress, seen) => {
    const log = createLogger('silent')
    const fronted = await createHttpServer({ log, apiRate: 0, authenticate: async () => null, trustedProxies })
    serve(fronted, whose, 'public', ({ request: { ip, protocol } }) => ({ ip, protocol }))
    const reply = await fronted.inject({ url: whose.path, remoteAddress, headers: forwarded })
    expect(reply.json()).toEqual(seen)
    await fronted.close()
  })
})

test('a display link is read only where the guard admits it, and then calls without a session', async () => {
  const authenticateDisplay = vi.fn(async (secret: string) =>
    secret === 'right' ? { link_id: 1, firms: [7, 8], tank: null } : null,
  )
  const log = createLogger('silent')
  const shown = await createHttpServer({ log, apiRate: 0, authenticate: async () => null, authenticateDisplay })
  const Reply = z.object({ firms: z.unknown(), user: z.unknown() })
  const see = endpoint('GET', '/api/see', { reply: Reply })
  const other = endpoint('GET', '/api/other', { reply: Reply })
  serve(shown, see, orDisplayLink('tanks.view'), ({ firms, user }) => ({ firms, user }))
  serve(shown, other, 'tanks.view', ({ firms, user }) => ({ firms, user }))
  const ask = (url: string, headers: Record<string, string>) => shown.inject({ url, headers })

  const answer = await ask('/api/see', { 'x-display-link': 'right' })
  expect([answer.statusCode, answer.json()]).toEqual([200, { firms: [7, 8], user: null }])
  expect((await ask('/api/see', { 'x-display-link': 'wrong' })).statusCode).toBe(401)
  expect((await ask('/api/see', {})).statusCode).toBe(401)
  authenticateDisplay.mockClear()
  expect((await ask('/api/other', { 'x-display-link': 'right' })).statusCode).toBe(401)
  expect((await ask('/api/see', { authorization: 'Bearer 1|x', 'x-display-link': 'right' })).statusCode).toBe(401)
  expect(authenticateDisplay).not.toHaveBeenCalled()
  await shown.close()
})
