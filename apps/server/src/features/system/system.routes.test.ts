import { expect, test } from 'vitest'
import { createHttpServer } from '../../core/http/http-server.ts'
import { createLogger } from '../../core/log.ts'
import { serveSystem } from './system.routes.ts'

async function readyz(pingDatabase: () => Promise<void>, { isOpen = true, isStoring = true } = {}) {
  const server = await createHttpServer({
    log: createLogger('silent'),
    apiRate: 0,
    authenticate: () => Promise.resolve(null),
  })
  serveSystem(server, { pingDatabase, isOpen: () => isOpen, isStoring: () => isStoring, answerWithinMs: 20 })
  const reply = await server.inject('/readyz')
  return { status: reply.statusCode, comesAgain: reply.headers['retry-after'] !== undefined }
}

test('the server is ready while the database responds', async () => {
  expect(await readyz(() => Promise.resolve())).toEqual({ status: 200, comesAgain: false })
})

test.each([
  ['refuses', () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))],
  ['is frozen and does not respond', () => new Promise<void>(() => undefined)],
])('the server is not ready while the database %s', async (_what, ping) => {
  expect(await readyz(ping)).toEqual({ status: 503, comesAgain: true })
})

test('the server is not ready while it starts or stops', async () => {
  expect(await readyz(() => Promise.resolve(), { isOpen: false })).toEqual({ status: 503, comesAgain: true })
})

test('the server is not ready while it cannot store readings, though the database responds', async () => {
  expect(await readyz(() => Promise.resolve(), { isStoring: false })).toEqual({ status: 503, comesAgain: true })
})
