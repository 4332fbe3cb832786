import type { RoleName } from '@dalyan/contracts/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyEndpoint } from './every-endpoint.ts'
import type { TestUser } from './test-users.ts'
import { makeSampleCalls, type SampleCalls } from './sample-calls.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const NOT_THERE = '999999'
const ofOneRecord = [...(await everyEndpoint())].filter(([, { path }]) => path.includes(':id'))

let kit: TestApp
let calls: SampleCalls
let strangers: TestUser[]
beforeAll(async () => {
  kit = await startTestApp()
  calls = await makeSampleCalls(kit)
  const { id } = await kit.given.firm()
  const of = (role: RoleName, firm_id: number | null) => kit.someone({ role, firm_id })
  strangers = [await of('operator', id), await of('customer', id), await of('customer', null)]
})
afterAll(() => kit.close())

test.each(ofOneRecord)(
  '%s has the same answer for a record of a foreign firm as for a missing one',
  async (name, endpoint) => {
    const sample = calls.of[name]?.()
    for (const { token } of strangers) {
      const [foreign, missing] = await Promise.all(
        [sample?.params?.['id'] ?? '', NOT_THERE].map(async (id) => {
          const reply = await kit.app.server.inject({
            method: endpoint.method,
            url: endpoint.path.replace(':id', id),
            headers: { authorization: `Bearer ${token}` },
            ...(sample?.query ? { query: sample.query } : {}),
            ...(sample?.body ? { payload: sample.body } : {}),
          })
          return { status: reply.statusCode, body: reply.body, etag: reply.headers['etag'] }
        }),
      )
      expect(foreign).toEqual(missing)
      expect([403, 404]).toContain(foreign?.status)
    }
  },
)
