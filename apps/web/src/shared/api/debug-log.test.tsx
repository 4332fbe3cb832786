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

test('the debug log is empty without its flag', async () => {
  server.use(answers(authApi.me, given.user()))
  await call(authApi.me)
  expect(logged).not.toHaveBeenCalled()
})

test('the debug log has every call with its outcome, but no secrets', async () => {
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
