import type { Endpoint } from '@dalyan/contracts/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyEndpoint } from './every-endpoint.ts'
import { makeSampleCalls, type SampleCalls } from './sample-calls.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const endpoints = await everyEndpoint()
const updates = [...endpoints].flatMap(([name, update]) => {
  const get = endpoints.get(name.replace(/\.update$/, '.get'))
  return name.endsWith('.update') && get ? [[name, update, get] as const] : []
})
/** Fields that every edit changes. */
const MARKS = new Set(['updated_at', 'last_modified_by', 'last_action_at', 'edited_by'])
/** Columns of the database that no answer contains. */
const HIDDEN = { version: 99, deleted_at: '2020-01-01T00:00:00.000Z', password_hash: 'x', kind: 'manual', user_id: 1 }

let kit: TestApp
let calls: SampleCalls
beforeAll(async () => {
  kit = await startTestApp()
  calls = await makeSampleCalls(kit)
})
afterAll(() => kit.close())

async function send(name: string, { method, path }: Endpoint, payload?: object) {
  const reply = await kit.app.server.inject({
    method,
    url: path.replace(':id', calls.of[name]?.().params?.['id'] ?? ''),
    headers: { authorization: `Bearer ${kit.as.admin.token}` },
    ...(payload ? { payload } : {}),
  })
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>(), etag: reply.headers['etag'] }
}

function unlike(value: unknown): unknown {
  if (typeof value === 'number') return value + 7
  if (typeof value === 'string') return '2001-02-03T04:05:06.000Z'
  if (typeof value === 'boolean') return !value
  return Array.isArray(value) ? [] : { id: 1, name: 'Başkası', code: 'X' }
}

test('the contract has records to edit', () => expect(updates.length).toBeGreaterThan(5))

test.each(updates)('%s ignores fields that its contract does not name', async (name, update, get) => {
  const named = Object.keys((update.body as { shape?: object } | undefined)?.shape ?? {})
  const before = await send(name, get)
  const others = Object.entries(before.body).filter(([field]) => !named.includes(field))
  const body = { ...HIDDEN, ...Object.fromEntries(others.map(([field, value]) => [field, unlike(value)])) }
  expect(Object.keys(body)).toContain('id')
  expect(await send(name, update, body)).toMatchObject({ status: 200 })
  const after = await send(name, get)
  for (const [field, value] of Object.entries(before.body)) {
    if (!MARKS.has(field)) expect([field, after.body[field]]).toEqual([field, value])
  }
})
