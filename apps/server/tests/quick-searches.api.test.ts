import type { Endpoint } from '@dalyan/contracts/endpoint'
import { firmsApi } from '@dalyan/contracts/firms'
import { ordersApi } from '@dalyan/contracts/orders'
import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { usersApi } from '@dalyan/contracts/users'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from './test-app.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
  const row = (text: string) => `select ${text} from generate_series(1, 3000) i`
  for (const statement of [
    `insert into firms (code, name) ${row(`'Q-' || i, md5(i::text)`)}`,
    `insert into tanks (code, name) ${row(`'Q-' || i, md5(i::text)`)}`,
    `insert into terminals (code, status, ip_address) ${row(`'Q-' || i, 'active', '192.0.' || i % 250 || '.' || i % 200`)}`,
    `insert into terminal_assignments select t.id, k.id, now() from terminals t join tanks k using (code)`,
    `insert into users (name, email, password_hash) ${row(`md5(i::text), i || '@dalyan.test', ''`)}`,
    `insert into orders (firm_id, note) select id, md5(id::text) from firms`,
    `insert into order_items select id, 1, md5(id::text), 1, 'kg' from orders`,
    // Pending entries of a trigram index make it expensive for the planner.
    'vacuum analyze firms, tanks, terminals, terminal_assignments, users, orders, order_items',
  ])
    await kit.database.query(statement)
})
afterAll(() => kit.close())

/** The statements that a call sends, with their values. */
async function statementsOf(endpoint: Endpoint, query: Record<string, string>) {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const authorization = `Bearer ${kit.as.admin.token}`
  const reply = await kit.app.server.inject({ method: 'GET', url: endpoint.path, query, headers: { authorization } })
  const calls = sent.mock.calls.map(([statement, values]: unknown[]) =>
    typeof statement === 'string' ? { text: statement, values } : (statement as { text?: unknown; values?: unknown }),
  )
  sent.mockRestore()
  expect(reply.statusCode).toBe(200)
  return calls.filter(({ text }) => typeof text === 'string' && text.includes(' like '))
}

/** The plan of PostgreSQL if sequential scans were expensive, as on large tables. */
async function planOf({ text, values }: { text?: unknown; values?: unknown }): Promise<string> {
  return kit.database.transact(async ({ query }) => {
    await query('set local enable_seqscan = off')
    const { rows } = await query<{ 'QUERY PLAN': string }>(`explain ${String(text)}`, values as unknown[])
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

test.each<[Endpoint, string, string[]]>([
  [tanksApi.list, 'search', ['tanks_search']],
  [tanksApi.list, 'filter_code', ['tanks_search']],
  [tanksApi.list, 'filter_name', ['tanks_search']],
  [tanksApi.list, 'filter_notes', ['tanks_search']],
  [tanksApi.list, 'filter_iot_code', ['terminals_search']],
  [terminalsApi.list, 'search', ['terminals_search', 'tanks_label']],
  [terminalsApi.list, 'filter_code', ['terminals_search']],
  [terminalsApi.list, 'filter_tank_code', ['tanks_label']],
  [usersApi.list, 'search', ['users_search']],
  [usersApi.list, 'filter_name', ['users_search']],
  [usersApi.list, 'filter_email', ['users_search']],
  [firmsApi.list, 'search', ['firms_search']],
  [firmsApi.list, 'filter_city', ['firms_search']],
  [firmsApi.list, 'filter_province', ['firms_search']],
  [ordersApi.list, 'search', ['orders_search', 'order_items_search', 'firms_search']],
])('$path searches by index: %s', async (endpoint, parameter, indexes) => {
  const statements = await statementsOf(endpoint, { [parameter]: 'kalkan' })
  expect(statements).toHaveLength(2)
  for (const statement of statements) {
    const plan = await planOf(statement)
    for (const index of indexes) expect(plan).toContain(index)
  }
})
