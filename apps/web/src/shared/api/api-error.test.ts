import { expect, test } from 'vitest'
import { readApiError } from './api-error.ts'

test.each([
  ['the error field first', '{"error":"Önce bu","message":"Sonra bu"}', 'Önce bu'],
  ['else the message', '{"message":"Kayıt bulunamadı.","code":"not_found"}', 'Kayıt bulunamadı.'],
  ['else the status', '{"code":"x"}', 'HTTP 418'],
  ['a body that is no JSON is the text itself', 'Bad gateway', 'Bad gateway'],
  ['no body: the status', '', 'HTTP 418'],
  ['JSON that is no object: the status', '[1]', 'HTTP 418'],
])('%s', (_, body, message) => {
  expect(readApiError(418, body).message).toBe(message)
})

test('what hangs on a record is kept as far as it can be read', () => {
  const tank = { kind: 'tank', id: 14, name: 'TNK-014' }
  const body = { message: 'x', code: 'firm_in_use', dependents: [tank, { kind: 'boat', id: 1, name: 'x' }, null, 'x'] }
  expect(readApiError(409, JSON.stringify(body)).dependents).toEqual([tank])
  expect(readApiError(409, '{"dependents":"x"}').dependents).toEqual([])
})

test('the code and the fields are kept for forms', () => {
  const error = readApiError(
    422,
    '{"message":"Geçersiz","code":"invalid","errors":{"code":["Kod gerekli"],"name":"Ad gerekli"}}',
  )
  expect(error).toMatchObject({ status: 422, code: 'invalid', errors: { code: ['Kod gerekli'], name: ['Ad gerekli'] } })
})
