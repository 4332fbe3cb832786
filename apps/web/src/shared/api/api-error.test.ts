import { expect, test } from 'vitest'
import { readApiError } from './api-error.ts'

test.each([
  ['the error field first', '{"error":"Önce bu","message":"Sonra bu"}', 'Önce bu'],
  ['else the message', '{"message":"Kayıt bulunamadı.","code":"not_found"}', 'Kayıt bulunamadı.'],
  ['else the status', '{"code":"x"}', 'HTTP 418'],
  ['no body: the status', '', 'HTTP 418'],
  ['JSON that is no object: the status', '[1]', 'HTTP 418'],
])('the message of an error is read from its body: %s', (_, body, message) => {
  expect(readApiError(418, body, 'application/json').message).toBe(message)
})

test.each([
  ['a short line of plain text is the message', 'text/plain; charset=utf-8', 'Bakımdayız', 'Bakımdayız'],
  ['the page of a proxy is not', 'text/html', '<html><h1>502 Bad Gateway</h1></html>', 'HTTP 502'],
  ['nor is such a page that calls itself plain', 'text/plain', '<html><h1>502 Bad Gateway</h1></html>', 'HTTP 502'],
  ['nor a trace', 'text/plain', 'Error: boom\n    at serve (/app/server.js:1:2)', 'HTTP 502'],
  ['nor a text as long as a page', 'text/plain', 'a'.repeat(201), 'HTTP 502'],
  ['nor a body of no stated kind', null, 'Bad gateway', 'HTTP 502'],
])('the message of an error whose body is not JSON: %s', (_, type, body, message) => {
  expect(readApiError(502, body, type).message).toBe(message)
})

test('the dependents of a record are read from an error as far as they are valid', () => {
  const tank = { kind: 'tank', id: 14, name: 'TNK-014' }
  const body = { message: 'x', code: 'firm_in_use', dependents: [tank, { kind: 'boat', id: 1, name: 'x' }, null, 'x'] }
  expect(readApiError(409, JSON.stringify(body), null).dependents).toEqual([tank])
  expect(readApiError(409, '{"dependents":"x"}', null).dependents).toEqual([])
})

test('the code and the field errors are read from an error', () => {
  const error = readApiError(
    422,
    '{"message":"Geçersiz","code":"invalid","errors":{"code":["Kod gerekli"],"name":"Ad gerekli"}}',
    null,
  )
  expect(error).toMatchObject({ status: 422, code: 'invalid', errors: { code: ['Kod gerekli'], name: ['Ad gerekli'] } })
})
