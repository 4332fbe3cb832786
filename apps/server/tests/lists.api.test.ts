import type { Endpoint } from '@dalyan/contracts/endpoint'
import { firmsApi } from '@dalyan/contracts/firms'
import { ordersApi } from '@dalyan/contracts/orders'
import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { everyEndpoint } from './every-endpoint.ts'
import { makeSampleCalls, type SampleCalls } from './sample-calls.ts'
import { startTestApp, type TestApp } from './test-app.ts'

/** These tests run for every list of the contract. */
interface AnyPage {
  data: { id: number }[]
  total: number
  current_page: number
  last_page: number
  per_page: number
}

const lists = [...(await everyEndpoint())].filter(([, { reply }]) => 'per_page' in (shapeOf(reply) ?? {}))
const parameters = lists.flatMap(([name, endpoint]) =>
  Object.keys(shapeOf(endpoint.query) ?? {}).map((parameter) => [name, parameter, endpoint] as const),
)
const TEXTS = /^(search|event|filter_(name|email|code|notes|city|province|district|iot_code|tank_code))$/
const YES_OR_NO = /^(filter_has_\w+|filter_active|include_\w+|all)$/
const WORDS = /^(role|level|status|severity|metric|target|filter_(role|status|type|connection))$/

let kit: TestApp
let calls: SampleCalls

beforeAll(async () => {
  kit = await startTestApp()
  calls = await makeSampleCalls(kit)
  const { admin } = kit.as
  for (const name of ['Şükrü Işık', '50% indirim_a', 'Ada']) {
    const firm = await kit.given.firm({ name })
    await kit.given.tank({ name, firm_id: firm.id })
    await kit.given.terminal()
    await kit.given.rangeTemplate({ name })
    await kit.someone({ role: 'customer', name, firm_id: firm.id })
    const items = [{ product: name, quantity: 1, unit: 'kg' }]
    await admin.post(ordersApi.create, { body: { firm_id: firm.id, items } })
  }
  // What a terminal's messages taught is saved some seconds later, and a list must be the same at two calls.
  await vi.waitFor(
    async () => {
      const { body } = await admin.get(terminalsApi.list, { query: { filter_connection: ['online'] } })
      expect(body.data.map(({ ip_address }) => ip_address)).toContain('127.0.0.1')
    },
    { timeout: 30_000, interval: 200 },
  )
})
afterAll(() => kit.close())

function shapeOf(schema: Endpoint['reply']): Record<string, unknown> | undefined {
  return (schema as { shape?: Record<string, unknown> } | undefined)?.shape
}

function isArray(shape: unknown): boolean {
  return (shape as Endpoint['reply'])?.def.type === 'array'
}

async function ask(name: string, endpoint: Endpoint, query: Record<string, string>) {
  const { params = {} } = calls.of[name]?.() ?? {}
  const url = endpoint.path.replaceAll(/:(\w+)/g, (_, parameter: string) => params[parameter] ?? '')
  const authorization = `Bearer ${kit.as.admin.token}`
  const reply = await kit.app.server.inject({ method: 'GET', url, query, headers: { authorization } })
  return { status: reply.statusCode, body: reply.json<AnyPage & { errors?: Record<string, string[]> }>() }
}

test('the contract has lists to test', () => {
  expect(lists.map(([name]) => name)).toEqual(
    expect.arrayContaining(['usersApi.list', 'firmsApi.list', 'tanksApi.list', 'terminalsApi.list', 'ordersApi.list']),
  )
})

describe.each(lists)('%s', (name, endpoint) => {
  test('has 25 records a page, counted from 1', async () => {
    const { status, body } = await ask(name, endpoint, {})
    expect({ status, body }).toMatchObject({ status: 200, body: { current_page: 1, per_page: 25 } })
    expect(body.last_page).toBe(Math.max(1, Math.ceil(body.total / 25)))
  })

  test('has an empty page past its end, with correct totals', async () => {
    const { body: first } = await ask(name, endpoint, {})
    const { status, body } = await ask(name, endpoint, { page: '1000000', per_page: '2' })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        data: [],
        total: first.total,
        current_page: 1_000_000,
        last_page: Math.max(1, Math.ceil(first.total / 2)),
      },
    })
  })

  test('has every record once in all its pages together', async () => {
    const { body: whole } = await ask(name, endpoint, { per_page: '200' })
    const rows: unknown[] = []
    for (let page = 1; page <= Math.ceil(whole.total / 2); page += 1) {
      rows.push(...(await ask(name, endpoint, { page: String(page), per_page: '2' })).body.data)
    }
    expect(rows).toEqual(whole.data)
  })

  test.each(['page', 'per_page'])('%s outside its bounds is refused with an error at its name', async (parameter) => {
    for (const value of ['0', '-1', '1.5', '1e2', 'x', '', parameter === 'page' ? '1000000001' : '1001']) {
      const { status, body } = await ask(name, endpoint, { [parameter]: value })
      expect([value, status, Object.keys(body.errors ?? {})]).toEqual([value, 422, [parameter]])
    }
  })
})

describe.each([
  [
    'tanksApi.list',
    tanksApi.list,
    [
      'page=x',
      'per_page=0',
      'per_page=201',
      'sort=password',
      'filter_status=happy',
      'filter_has_iot=2',
      'filter_firm_id=abc',
      'search=a\u0000b',
      'filter_notes=\u0000',
    ],
  ],
  [
    'terminalsApi.list',
    terminalsApi.list,
    ['page=0', 'per_page=201', 'sort=secret', 'filter_status=happy', 'filter_has_tank=yes', 'filter_connection=maybe'],
  ],
])('%s', (name, endpoint, queries) => {
  test.each(queries)('refuses %s', async (query) => {
    const [parameter = '', value = ''] = query.split('=')
    const { status, body } = await ask(name, endpoint, { [parameter]: value })
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [parameter] })
  })
})

test.each(lists.filter(([, { query }]) => shapeOf(query)?.['sort']))(
  '%s sorts by each field in both directions, and by several',
  async (name, endpoint) => {
    const whole = await ask(name, endpoint, { per_page: '200' })
    const key = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted()
    const fields = await sortsOf(name, endpoint)
    expect(fields.length).toBeGreaterThan(0)
    for (const field of [...fields, ...fields.map((one) => `-${one}`), `${fields[0]},-${fields.at(-1)}`]) {
      const { status, body } = await ask(name, endpoint, { sort: field, per_page: '200' })
      expect([field, status, key(body.data)]).toEqual([field, 200, key(whole.body.data)])
    }
    const [most, tooMany] = [5, 6].map((count) => Array.from({ length: count }, () => fields[0]).join(','))
    expect((await ask(name, endpoint, { sort: most ?? '' })).status).toBe(200)
    expect(await ask(name, endpoint, { sort: tooMany ?? '' })).toMatchObject({
      status: 422,
      body: { errors: { sort: ['En çok 5 alana göre sıralanabilir.'] } },
    })
    for (const sort of ['nonsense', '', '-', `${fields[0]},nonsense`, `--${fields[0]}`, `${fields[0]} desc`]) {
      expect([sort, (await ask(name, endpoint, { sort })).status]).toEqual([sort, 422])
    }
  },
)

// The link of a tank, which no session has, is tested in shared-tank.api.test.ts.
const takers = [...(await everyEndpoint())].filter(
  ([name, { method, query, reply, files }]) =>
    method === 'GET' && (query || files || isArray(shapeOf(reply)?.['data'])) && name !== 'sharedTankApi.series',
)

test('statistics and files are among the calls that refuse unknown parameters', () => {
  expect(takers.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'alarmStatisticsApi.summary',
      'alarmsApi.export',
      'dashboardApi.summary',
      'dashboardApi.silentTerminals',
      'logsApi.exportServer',
      'measurementsApi.tankStats',
      'measurementsApi.tankSeries',
      'measurementsApi.export',
    ]),
  )
})
test.each(takers)('%s refuses every unknown parameter with an error at its name', async (name, endpoint) => {
  for (const parameter of ['nonsense', 'filter_nonsense', 'filter_status[]', 'Page', 'constructor']) {
    const { status, body } = await ask(name, endpoint, { [parameter]: '1' })
    expect([parameter, status, body.errors?.[parameter]]).toEqual([parameter, 422, ['Böyle bir parametre yok.']])
  }
})

test('an answer repeats at most the first ten unknown parameters, each shortened', async () => {
  const names = Array.from({ length: 300 }, (_, i) => `x${i}${'y'.repeat(100)}`)
  const query = Object.fromEntries(names.map((name) => [name, '1']))
  const { status, body } = await ask('tanksApi.list', tanksApi.list, query)
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, names.slice(0, 10).map((name) => name.slice(0, 64))])
})

test('a call for one record ignores unknown parameters', async () => {
  const tank = await kit.given.tank()
  const { status } = await ask('', { ...tanksApi.get, path: `/api/tanks/${tank.id}` }, { nonsense: '1' })
  expect(status).toBe(200)
})

/** The fields that this list accepts for `sort`. */
async function sortsOf(name: string, endpoint: Endpoint): Promise<string[]> {
  const known = ['id', 'seq', 'code', 'name', 'email', 'status', 'created_at', 'updated_at', 'raised_at', 'measured_at']
  const answers = await Promise.all(known.map((sort) => ask(name, endpoint, { sort })))
  return known.filter((_, i) => answers[i]?.status === 200)
}

describe('a text filter', () => {
  const texts = parameters.filter(([, parameter]) => TEXTS.test(parameter))

  test.each(texts)('of %s %s: an empty text does not filter, and an unknown text has no results', async (...of) => {
    const [name, parameter, endpoint] = of
    const whole = await ask(name, endpoint, {})
    const empty = await ask(name, endpoint, { [parameter]: '' })
    expect([empty.status, empty.body.total]).toEqual([200, whole.body.total])
    expect((await ask(name, endpoint, { [parameter]: 'hiçbir yerde yok' })).body).toMatchObject({ total: 0, data: [] })
    expect((await ask(name, endpoint, { [parameter]: 'a'.repeat(201) })).status).toBe(422)
    expect((await ask(name, endpoint, { [parameter]: 'a\u0000' })).status).toBe(422)
  })

  const named = parameters.filter(
    ([name, parameter]) =>
      /^(search|filter_name)$/.test(parameter) && /^(users|firms|tanks|rangeTemplates|orders)Api\.list$/.test(name),
  )
  test.each(named)('of %s %s ignores case and Turkish diacritics, in any Unicode composition', async (...of) => {
    const [name, parameter, endpoint] = of
    for (const text of ['sukru', 'ŞÜKRÜ IŞIK', 'şükrü ışık', 'SUKRU ISIK', 'Şükrü'.normalize('NFD')]) {
      expect([text, (await ask(name, endpoint, { [parameter]: text })).body.total]).toEqual([text, 1])
    }
  })

  test.each(named)('of %s %s takes %% and _ as plain characters', async (...of) => {
    const [name, parameter, endpoint] = of
    for (const text of ['%', '50% ', 'm_a']) {
      expect([text, (await ask(name, endpoint, { [parameter]: text })).body.total]).toEqual([text, 1])
    }
    expect((await ask(name, endpoint, { [parameter]: String.raw`\%` })).body.total).toBe(0)
  })
})

describe('a yes-or-no filter', () => {
  test.each(parameters.filter(([, parameter]) => YES_OR_NO.test(parameter)))('of %s %s is 1 or 0', async (...of) => {
    const [name, parameter, endpoint] = of
    for (const value of ['1', '0']) expect((await ask(name, endpoint, { [parameter]: value })).status).toBe(200)
    for (const value of ['true', 'yes', '2', '', '1,0']) {
      const { status, body } = await ask(name, endpoint, { [parameter]: value })
      expect([value, status, Object.keys(body.errors ?? {})]).toEqual([value, 422, [parameter]])
    }
  })

  test.each(parameters.filter(([, parameter]) => /^filter_(has_|active)/.test(parameter)))(
    'of %s %s splits the list in two',
    async (...of) => {
      const [name, parameter, endpoint] = of
      const [yes, no, all] = await Promise.all(
        [{ [parameter]: '1' }, { [parameter]: '0' }, {}].map((query) => ask(name, endpoint, query)),
      )
      expect((yes?.body.total ?? 0) + (no?.body.total ?? 0)).toBe(all?.body.total)
    },
  )
})

test.each(parameters.filter(([, parameter]) => WORDS.test(parameter)))(
  'an unknown word for %s %s is refused, alone and among others',
  async (name, parameter, endpoint) => {
    for (const value of ['nonsense', 'nonsense,nonsense']) {
      const { status, body } = await ask(name, endpoint, { [parameter]: value })
      expect([value, status, Object.keys(body.errors ?? {})]).toEqual([value, 422, [parameter]])
    }
  },
)

test('several filters are combined with and', async () => {
  const { admin } = kit.as
  const both = await admin.get(firmsApi.list, {
    query: { filter_status: ['active', 'inactive'], filter_type: ['grower', 'restaurant'], search: 'ışık' },
  })
  expect(both.body.data.map(({ name }) => name)).toEqual(['Şükrü Işık'])
  const none = await admin.get(firmsApi.list, { query: { filter_type: ['restaurant'], search: 'ışık' } })
  expect(none.body.total).toBe(0)
})
