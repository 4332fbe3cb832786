import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../log.ts'
import { createHttpServer } from './http-server.ts'
import { servePage } from './page-files.ts'

let folder: string
let server: FastifyInstance
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dalyan-page-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<b>__SYSTEM_NAME__</b><script nonce="__CSP_NONCE__"></script>')
  await writeFile(join(folder, 'assets', 'page-3fa2.js'), 'export {}')
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  server = await createHttpServer({ log: createLogger('silent'), apiRate: 0, authenticate: async () => null })
  await servePage(server, { folder, socketPort: () => 6001, systemName: () => '$& <Deniz>' })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const ask = (url: string, accept = 'text/html', method: 'GET' | 'POST' | 'HEAD' = 'GET') =>
  server.inject({ method, url, headers: { accept } })

describe('the page', () => {
  test.each([
    '/',
    '/tanks/5',
    '/tanks/5?from=2026-11-20T10:00:00.000Z&to=2026-11-20T11:30:00.500Z',
    '/home?next=/a.b',
    '/..%2f..%2fetc%2fpasswd',
  ])('answers %s and must not be cached', async (url) => {
    const reply = await ask(url)
    expect(reply).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'no-store' } })
    expect(reply.headers['content-type']).toContain('text/html')
  })

  test('has a new nonce each time, which its policy names', async () => {
    const [one, two] = await Promise.all([ask('/'), ask('/')])
    const nonce = /nonce="([^"]+)"/.exec(one?.body ?? '')?.[1] ?? 'none'
    expect(one?.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}'`)
    expect(two?.body).not.toContain(nonce)
  })

  test('contains the name of the system as text, whatever its characters', async () => {
    expect((await ask('/')).body).toContain('<b>$&amp; &lt;Deniz&gt;</b>')
  })

  test.each(['dalyan.example.org', 'localhost:8000', '127.0.0.1', '[::1]:8000', 'dalyan_1'])(
    'names the live port at the host of the request: %s',
    async (host) => {
      const reply = await server.inject({ url: '/', headers: { accept: 'text/html', host } })
      const name = host.replace(/:8000$/, '')
      expect(reply.headers['content-security-policy']).toContain(` wss://${name}:6001;`)
    },
  )

  test.each([
    "a; script-src 'unsafe-inline'",
    'a b',
    'a,b',
    "'self'",
    '*',
    'a/b',
    'user@a',
    '[x]',
    'ş',
    `${'a'.repeat(300)}`,
  ])('is not served under a host that would end a word of the policy: %j', async (host) => {
    const reply = await server.inject({ url: '/', headers: { accept: 'text/html', host } })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'unreadable_request' })
    expect(reply.headers['content-security-policy']).toBeUndefined()
  })

  test('does not let markup add a style or a script', async () => {
    const policy = String((await ask('/')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
  })

  test.each([
    ['a file that is not there', '/assets/old-1b2c.js', 'text/html', 'GET'],
    ['a source map', '/assets/page-3fa2.js.map', 'text/html', 'GET'],
    ['an unknown call', '/api/nothing', 'text/html', 'GET'],
    ['who does not ask for HTML', '/tanks', 'application/json', 'GET'],
    ['another method', '/tanks', 'text/html', 'POST'],
    ['a path that leads out', '/../../package.json', '*/*', 'GET'],
  ] as const)('is not for %s', async (_title, url, accept, method) => {
    expect(await ask(url, accept, method)).toMatchObject({
      statusCode: 404,
      body: expect.stringContaining('not_found'),
    })
  })
})

test('only files whose name changes with their content are cached for ever', async () => {
  expect((await ask('/assets/page-3fa2.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await ask('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600')
})
