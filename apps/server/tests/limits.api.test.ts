import type { Endpoint } from '@dalyan/contracts/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyEndpoint } from './every-endpoint.ts'
import { machineToken, makeSampleCalls, type SampleCalls } from './sample-calls.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const KIB = 1024
const endpoints = [...(await everyEndpoint())]
const isDevice = (name: string) => /^(deviceApi|brokerApi)\./.test(name)

let kit: TestApp
let calls: SampleCalls
beforeAll(async () => {
  kit = await startTestApp({ API_RATE: '100000', INGEST_RATE: '0' })
  calls = await makeSampleCalls(kit)
})
afterAll(() => kit.close())

/** Sends this raw body to an endpoint as a caller with the permission. */
async function send(name: string, { method, path }: Endpoint, payload?: string) {
  const params: Record<string, string> = { ...calls.of[name]?.().params, key: calls.deviceKey }
  const token = machineToken(name, calls) ?? (await kit.someone({ role: 'admin' })).token
  return kit.app.server.inject({
    method,
    url: path.replaceAll(/:(\w+)/g, (_, parameter: string) => params[parameter] ?? ''),
    headers: { authorization: `Bearer ${token}`, ...(payload ? { 'content-type': 'application/json' } : {}) },
    ...(payload ? { payload } : {}),
  })
}

test.each(endpoints)(
  '%s counts against the rate limit, unless a device calls it or it shows the state of the server',
  async (name, endpoint) => {
    const isCounted = endpoint.path.startsWith('/api/') && !isDevice(name)
    expect((await send(name, endpoint)).headers['x-ratelimit-limit'] !== undefined).toBe(isCounted)
  },
)

describe.each(endpoints.filter(([, { method, body }]) => method !== 'GET' && body))('%s', (name, endpoint) => {
  const most = endpoint.maxBytes ?? 64 * KIB

  test('refuses a body beyond its limit', async () => {
    const reply = await send(name, endpoint, JSON.stringify({ a: 'x'.repeat(most) }))
    expect({ status: reply.statusCode, body: reply.json() }).toMatchObject({ status: 413, body: { code: 'too_large' } })
  })

  test('a deeply nested body does not fail the server', async () => {
    const deep = (open: string, close: string, around: (text: string) => string) => {
      const times = Math.floor((most - around('').length) / (open.length + close.length)) - 1
      return around(open.repeat(times) + close.repeat(times))
    }
    for (const body of [
      deep('[', ']', (text) => text),
      deep('{"a":', '}', (text) => text.replace('{"a":}', '{"a":1}')),
      deep('[', ']', (text) => `{"ph":7,"unknown":${text}}`),
    ]) {
      expect((await send(name, endpoint, body)).statusCode).toBeLessThan(500)
    }
  })
})

test('a limit above the usual one is set at its endpoint, and is small', () => {
  const larger = endpoints.filter(([, { maxBytes }]) => maxBytes !== undefined)
  // Only a plan is a large picture.
  const most = (name: string) => (name === 'planApi.setPicture' ? 12 : 4) * KIB * KIB
  for (const [name, { maxBytes = 0 }] of larger) expect([name, maxBytes <= most(name)]).toEqual([name, true])
})
