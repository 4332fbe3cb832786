import type { InjectOptions } from 'fastify'
import { alarmsApi } from '@dalyan/contracts/alarms'
import { authApi } from '@dalyan/contracts/auth'
import { deviceApi } from '@dalyan/contracts/device-messages'
import { ERRORS, type Language } from '@dalyan/contracts/errors'
import { firmsApi } from '@dalyan/contracts/firms'
import { tanksApi } from '@dalyan/contracts/tanks'
import { usersApi } from '@dalyan/contracts/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpServer } from '../src/core/http/http-server.ts'
import { createLogger } from '../src/core/log.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const PREFERS = { tr: ['tr', 'de, *;q=0.1', ''], en: ['en-GB, en;q=0.9, tr;q=0.8', 'tr;q=0.4, en;q=0.6'] }
const bothLanguages = (['tr', 'en'] as const).flatMap((language) =>
  PREFERS[language].map((header) => [language, header] as const),
)

let t: TestApp
let limited: TestApp
let deviceToken: string

beforeAll(async () => {
  ;[t, limited] = await Promise.all([startTestApp(), startTestApp({ API_RATE: '1' })])
  const { code, key } = await t.given.terminal()
  deviceToken = `${code}:${key}`
})
afterAll(() => Promise.all([t.close(), limited.close()]))

const json = { 'content-type': 'application/json' }
const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })

/** How to cause each kind of refusal, by checks before and after the contract's shapes. */
const refusals: Record<string, { status: number; code: keyof typeof ERRORS; call: () => InjectOptions }> = {
  'a body that is no JSON': {
    status: 400,
    code: 'unreadable_json',
    call: () => ({ method: 'POST', url: '/api/login', headers: json, payload: '{' }),
  },
  'no token': { status: 401, code: 'unauthenticated', call: () => ({ method: 'GET', url: '/api/user' }) },
  'a password that is wrong': {
    status: 401,
    code: 'wrong_credentials',
    call: () => ({ method: 'POST', url: '/api/login', payload: { email: `${Math.random()}@x.test`, password: 'x' } }),
  },
  'no permission': {
    status: 403,
    code: 'forbidden',
    call: () => ({ method: 'GET', url: usersApi.list.path, headers: bearer(t.as.customer) }),
  },
  'a path that leads nowhere': { status: 404, code: 'not_found', call: () => ({ method: 'GET', url: '/api/nowhere' }) },
  'a path outside the API': { status: 404, code: 'not_found', call: () => ({ method: 'POST', url: '/nowhere' }) },
  'a path that is none': {
    status: 404,
    code: 'not_found',
    call: () => ({ method: 'GET', url: '/api/tanks/%E0%A4%A' }),
  },
  'a record that is not there': {
    status: 404,
    code: 'not_found',
    call: () => ({ method: 'GET', url: '/api/tanks/2147483647', headers: bearer(t.as.admin) }),
  },
  'a body that is too large': {
    status: 413,
    code: 'too_large',
    call: () => ({ method: 'POST', url: '/api/login', headers: json, payload: `"${'x'.repeat(70_000)}"` }),
  },
  'a message of a device that is too large': {
    status: 413,
    code: 'too_large',
    call: () => ({
      method: 'POST',
      url: deviceApi.measurements.path,
      headers: { ...json, ...bearer({ token: deviceToken }) },
      payload: `"${'x'.repeat(300_000)}"`,
    }),
  },
  'a body of another kind': {
    status: 415,
    code: 'not_json',
    call: () => ({ method: 'POST', url: '/api/login', headers: { 'content-type': 'text/xml' }, payload: '<a/>' }),
  },
  'a cookie without its word': {
    status: 419,
    code: 'csrf_mismatch',
    call: () => ({
      method: 'POST',
      url: '/api/login',
      headers: { cookie: 'XSRF-TOKEN=abc' },
      payload: { email: 'a@x.test', password: 'x' },
    }),
  },
  'a shape that is not the contract’s': {
    status: 422,
    code: 'invalid',
    call: () => ({ method: 'GET', url: `${tanksApi.list.path}?page=x`, headers: bearer(t.as.admin) }),
  },
  'a device that nobody knows': {
    status: 401,
    code: 'unknown_device',
    call: () => ({
      method: 'POST',
      url: deviceApi.measurements.path,
      headers: bearer({ token: 'X:y' }),
      payload: { ph: 7 },
    }),
  },
}

describe.each(Object.entries(refusals))('%s', (_title, { status, code, call }) => {
  test.each(bothLanguages)('is answered in %s to a caller who sends %j', async (language, header) => {
    const { headers, ...rest } = call()
    const reply = await t.app.server.inject({ ...rest, headers: { ...headers, 'accept-language': header } })
    expect(reply.statusCode).toBe(status)
    const body = reply.json<{ code: string; message: string }>()
    expect(body.code).toBe(code)
    expect(body.message).toMatch(templateOf(code, language))
  })
})

describe('an error at a field', () => {
  test.each(bothLanguages)('is answered in %s to a caller who sends %j', async (language, header) => {
    const headers = { 'accept-language': header }
    const login = await t.as.visitor.post(authApi.login, { body: { email: '', password: '' }, headers })
    expect(login.body.errors).toEqual({
      email: [ERRORS.email_required[language]],
      password: [ERRORS.password_required[language]],
    })
    // Caused by the contract's shape, by a rule after it, and by a constraint of the database.
    const shape = await t.as.admin.post(tanksApi.create, { body: { code: 'ç', name: '' }, headers })
    expect(shape.body.errors).toMatchObject({ code: [ERRORS.code_format[language]] })
    const rule = await t.as.admin.post(tanksApi.create, {
      body: { code: `L-${Math.random().toString(36).slice(2, 9).toUpperCase()}`, name: 'x', status: 'active' },
      headers,
    })
    expect(rule.body.errors).toEqual({ status: [ERRORS.tank_needs_terminal[language]] })
    const { code } = await t.given.firm()
    const taken = await t.as.admin.post(firmsApi.create, { body: { code, name: 'x', type: 'grower' }, headers })
    expect(taken).toMatchObject({ status: 409, body: { errors: { code: [ERRORS.code_taken[language]] } } })
  })

  test.each([
    ['tr', 'Geçersiz değer türü; beklenen: metin.'],
    ['en', 'Wrong type of value; expected: text.'],
  ])('names the kind of value that is expected in %s', async (language, text) => {
    const reply = await t.as.admin.post(tanksApi.create, {
      body: { code: 'L-1', name: 'x', notes: 7 as never },
      headers: { 'accept-language': language },
    })
    expect(reply.body.errors).toEqual({ notes: [text] })
  })
})

test.each(bothLanguages)('a stale edit is refused in %s to a caller who sends %j', async (language, header) => {
  const { id } = await t.given.firm()
  const reply = await t.as.admin.put(firmsApi.update, {
    params: { id },
    body: { name: 'y' },
    headers: { 'if-match': '"0"', 'accept-language': header },
  })
  expect(reply).toMatchObject({ status: 412, body: { message: ERRORS.stale_edit[language] } })
})

test.each(bothLanguages)(
  'too many attempts and requests are refused in %s to a caller who sends %j',
  async (language, header) => {
    const headers = { 'accept-language': header }
    const body = { email: `${Math.random()}@x.test`, password: 'x' }
    for (let attempt = 0; attempt < 5; attempt += 1) await t.as.visitor.post(authApi.login, { body })
    const attempts = await t.as.visitor.post(authApi.login, { body, headers })
    expect(attempts).toMatchObject({ status: 429, body: { message: ERRORS.too_many_attempts[language] } })

    const hasty = await limited.someone({ role: 'admin' })
    await hasty.get(alarmsApi.list)
    const requests = await hasty.get(alarmsApi.list, { headers })
    expect(requests).toMatchObject({ status: 429, body: { message: ERRORS.too_many_requests[language] } })
  },
)

test.each(bothLanguages)('a missing database is answered in %s to a caller who sends %j', async (language, header) => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const server = await createHttpServer({
    log: createLogger('silent'),
    apiRate: 0,
    authenticate: () => Promise.reject(away),
  })
  server.get('/api/thing', () => 'never reached')
  const headers = { ...bearer({ token: '1|x' }), 'accept-language': header }
  const reply = await server.inject({ url: '/api/thing', headers })
  expect(reply.statusCode).toBe(503)
  expect(reply.json()).toMatchObject({ code: 'not_ready', message: ERRORS.not_ready[language] })
  await server.close()
})

/** A pattern of the table's text with any values for its parts. */
function templateOf(code: keyof typeof ERRORS, language: Language): RegExp {
  const parts = ERRORS[code][language].split(/\{\w+\}/)
  return new RegExp(`^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.*')}$`)
}
