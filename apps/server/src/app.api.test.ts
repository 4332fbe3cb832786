import { systemApi } from '@dalyan/contracts/system'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../tests/test-app.ts'

let app: TestApp
beforeAll(async () => (app = await startTestApp()))
afterAll(() => app.close())

test('a connection that the HTTP port could not accept does not end the process', async () => {
  const { http } = await app.app.listen()
  // Node emits this error when no file handle is left for the connection; without a listener it would end the process.
  app.app.server.server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }))
  const answer = await fetch(`http://127.0.0.1:${http}${systemApi.readyz.path}`)
  expect(answer.status).toBe(200)
})
