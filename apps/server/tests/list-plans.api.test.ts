import type { Endpoint } from '@dalyan/contracts/endpoint'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyEndpoint } from './every-endpoint.ts'
import { makeSampleCalls, type SampleCalls } from './sample-calls.ts'
import { MANY, seedLargeTables } from './seed-large-tables.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import type { TestUser } from './test-users.ts'

/** Tables that grow for ever, with their partitions. */
const LARGE =
  /^(measurements|rollup_15m|rollup_6h|rollup_day|counts_day|terminal_logs|tank_logs|server_logs|audit_logs|alarms|alarm_occurrences|incidents|notifications|inbox_items|journal_entries)(_\d{4}_\d{2})?$/
/** Pages of fewer rows are read at once, whatever their plan. */
const LEAST_ROWS = MANY / 20

const MONTH_AGO = new Date(Date.now() - 30 * 86_400_000).toISOString()
/** Few rows have it. */
const TEXT = 'kayit 1234'
/** Values for filters that are neither words of a closed list nor texts; each accepts at least one. */
const VALUES = ['1', '9001', MONTH_AGO.slice(0, 10), MONTH_AGO, new Date().toISOString()]
const NOT_FILTERS = new Set(['page', 'per_page', 'sort', 'limit', 'points'])

const shapeOf = (schema: Endpoint['reply']) => (schema as { shape?: Record<string, unknown> } | undefined)?.shape ?? {}
/** The words of a filter that has a closed list of them. */
function wordsOf(schema: unknown): string[] {
  const { def } = schema as { def?: Record<string, unknown> }
  if (!def) return []
  if (def['entries']) return Object.values(def['entries'] as Record<string, string>)
  return ['innerType', 'in', 'out', 'element'].flatMap((part) => wordsOf(def[part] ?? {}))
}
const lists = [...(await everyEndpoint())].filter(
  ([, { method, query, reply }]) =>
    method === 'GET' && query && ('per_page' in shapeOf(query) || 'data' in shapeOf(reply)),
)
const fieldsOf = (endpoint: Endpoint): string[] => {
  const data = shapeOf(endpoint.reply)['data'] as { def?: { element?: Endpoint['reply'] } } | undefined
  return Object.keys(shapeOf(data?.def?.element))
}

interface RunStatement {
  /** PostgreSQL may plan it once for all values. */
  name: string | undefined
  text: string
  values: unknown[]
}

/** The statements that the server sends while it is on. */
function statementRecorder() {
  const { prototype } = pg.Client as unknown as { prototype: { query: (...given: unknown[]) => unknown } }
  const original = prototype.query
  let sent: RunStatement[] | null = null
  prototype.query = function query(this: unknown, ...given: unknown[]) {
    const [statement, values] = given
    const {
      name,
      text,
      values: own,
    }: Partial<RunStatement> = typeof statement === 'string'
      ? { text: statement }
      : (statement as Partial<RunStatement>)
    if (sent && text && /^\s*(select|with|\()/i.test(text))
      sent.push({ name, text, values: own ?? (values as unknown[]) ?? [] })
    return original.apply(this, given)
  }
  return {
    async during(work: () => Promise<unknown>): Promise<RunStatement[]> {
      const statements: RunStatement[] = (sent = [])
      await work()
      sent = null
      return statements
    },
    restore: () => void (prototype.query = original),
  }
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  /** The rows that the node is expected to return. */
  'Plan Rows': number
  Plans?: PlanNode[]
}

/** With fewer of its rows an index is quicker than the table. */
const LEAST_PART = 0.2

/**
 * The tables that a plan reads from end to end for few of their rows, or to sort them all for one page. To count most rows of a table, or to take the
 * first ones that come, nothing is quicker than the table itself.
 */
function needlessScans(plan: PlanNode, rows: ReadonlyMap<string, number>, use = ''): string[] {
  const type = plan['Node Type']
  const name = plan['Relation Name'] ?? ''
  const all = rows.get(name)
  if (type === 'Seq Scan' && all !== undefined) {
    const isMost = plan['Plan Rows'] >= all * LEAST_PART
    return isMost && (use === 'Aggregate' || use === 'Limit') ? [] : [name]
  }
  const next = ['Aggregate', 'Limit', 'Sort', 'Incremental Sort'].includes(type) ? type : use
  return (plan.Plans ?? []).flatMap((part) => needlessScans(part, rows, next))
}

let kit: TestApp
let calls: SampleCalls
let recorder: ReturnType<typeof statementRecorder>
/** The rows of each large table. */
let large: Map<string, number>
const explained = new Map<string, string[]>()

beforeAll(async () => {
  kit = await startTestApp()
  calls = await makeSampleCalls(kit)
  const tank = Number(calls.of['tanksApi.get']?.().params?.['id'])
  const terminal = Number(calls.of['terminalsApi.get']?.().params?.['id'])
  await seedLargeTables(kit.database, {
    tank,
    terminal,
    user: kit.as.admin.id,
    firm: kit.ownFirm.id,
    now: kit.clock.now(),
  })
  const { rows } = await kit.database.query<{ name: string; rows: number }>(
    `select relname as name, reltuples as rows from pg_class where relkind = 'r' and reltuples > $1`,
    [LEAST_ROWS],
  )
  large = new Map(rows.filter(({ name }) => LARGE.test(name)).map((table) => [table.name, table.rows]))
  recorder = statementRecorder()
}, 240_000)
afterAll(async () => {
  recorder.restore()
  await kit.close()
})

/** The large tables that PostgreSQL would needlessly read from end to end for a statement. */
async function scansOf({ name, text, values }: RunStatement): Promise<string[]> {
  const key = `${text} ${JSON.stringify(values)}`
  const known = explained.get(key)
  if (known) return known
  const plans = [await planOf({ text: `explain (format json) ${text}`, values })]
  if (name) plans.push(await planOf({ text: `explain (generic_plan, format json) ${text}` }))
  const found = [...new Set(plans.flatMap((plan) => (plan ? needlessScans(plan, large) : [])))]
  explained.set(key, found)
  return found
}

async function planOf(statement: { text: string; values?: unknown[] }): Promise<PlanNode | undefined> {
  const { rows } = await kit.database.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(statement)
  return rows[0]?.['QUERY PLAN'][0]?.Plan
}

/** Calls a list. @returns its status, and what was scanned with the beginning of the statement */
async function scanned(name: string, endpoint: Endpoint, user: TestUser, query: Record<string, string>) {
  const params = { ...calls.of[name]?.().params }
  const url = endpoint.path.replaceAll(/:(\w+)/g, (_, parameter: string) => params[parameter] ?? '')
  const headers = { authorization: `Bearer ${user.token}` }
  let status = 0
  const statements = await recorder.during(async () => {
    status = (await kit.app.server.inject({ method: 'GET', url, query, headers })).statusCode
  })
  const scans: string[] = []
  if (status !== 200) return { status, scans }
  for (const statement of statements) {
    for (const table of await scansOf(statement)) {
      scans.push(
        `${new URLSearchParams(query).toString()}: ${table} by ${statement.text.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
      )
    }
  }
  return { status, scans }
}

test('the large tables are large', () => {
  const kinds = new Set([...large.keys()].map((name) => name.replace(/_\d{4}_\d{2}$/, '')))
  expect([...kinds].sort()).toEqual(
    expect.arrayContaining([
      'alarm_occurrences',
      'alarms',
      'audit_logs',
      'inbox_items',
      'incidents',
      'journal_entries',
      'measurements',
      'notifications',
      'rollup_15m',
      'server_logs',
      'tank_logs',
      'terminal_logs',
    ]),
  )
})

describe.each(lists)('%s', (name, endpoint) => {
  test('reads no large table from end to end for a page, by any filter or order', { timeout: 240_000 }, async () => {
    const found: string[] = []
    const unanswered: string[] = []
    const base = calls.of[name]?.().query ?? {}
    const { page: _, per_page: __, ...needed } = base
    const ask = async (query: Record<string, string>, user = kit.as.admin) => {
      const { status, scans } = await scanned(name, endpoint, user, { ...needed, ...query })
      found.push(...scans)
      return status
    }
    for (const user of [kit.as.admin, kit.as.operator, kit.as.customer]) await ask({}, user)
    for (const [parameter, schema] of Object.entries(shapeOf(endpoint.query))) {
      if (NOT_FILTERS.has(parameter)) continue
      const words = wordsOf(schema)
      const statuses: number[] = []
      if (words.length === 0) statuses.push(await ask({ [parameter]: TEXT }))
      const others = statuses.includes(200) ? [] : VALUES
      for (const value of words.length > 0 ? words : others) statuses.push(await ask({ [parameter]: value }))
      if (!statuses.includes(200)) unanswered.push(parameter)
    }
    if ('sort' in shapeOf(endpoint.query)) {
      for (const field of fieldsOf(endpoint)) {
        if ((await ask({ sort: field })) === 200) await ask({ sort: `-${field}` })
      }
    }
    expect({ found: [...new Set(found)], unanswered }).toEqual({ found: [], unanswered: [] })
  })
})

test('the statements of the lists were seen', () => {
  expect(explained.size).toBeGreaterThan(200)
})
