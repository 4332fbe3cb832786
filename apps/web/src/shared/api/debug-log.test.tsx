import { authApi } from '@dalyan/contracts/auth'
import { afterEach, expect, test, vi } from 'vitest'
import { answers, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { call } from './call.ts'
import { sessionToken } from './session-token.ts'

const logged = vi.spyOn(console, 'debug').mockImplementation(() => {})
afterEach(() => {
  logged.mockClear()
  localStorage.removeItem('debug')
})

test('nothing is noted until somebody wants it', async () => {
  server.use(answers(authApi.me, given.user()))
  await call(authApi.me)
  expect(logged).not.toHaveBeenCalled()
})

test('with the flag every call is noted with its outcome, never with what is secret', async () => {
  localStorage.setItem('debug', '1')
  sessionToken.set('7|very-secret')
  server.use(refuses(authApi.login, 401, 'wrong_credentials'), answers(authApi.me, given.user()))
  await call(authApi.me)
  await call(authApi.login, { body: { email: 'a@b.example', password: 'pass-word-1' } }).catch(() => {})
  const lines = logged.mock.calls.map((each) => each.map(String).join(' '))
  expect(lines).toEqual([
    expect.stringMatching(/^\[dalyan\] GET \/api\/user 200 \d+ ms$/),
    expect.stringMatching(/^\[dalyan\] POST \/api\/login 401 \d+ ms$/),
  ])
  expect(lines.join()).not.toMatch(/very-secret|pass-word/)
})
