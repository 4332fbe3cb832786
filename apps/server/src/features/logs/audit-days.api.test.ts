import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/test-database.ts'
import { createTestClock, type TestClock } from '../../../tests/test-clock.ts'
import { instantAt } from '../../core/clock.ts'
import { createAudit } from './audit-log.ts'
import { createAuditSealing } from './seal-audit-days.ts'
import { verifyAuditDays } from './verify-audit-days.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const FIRST = Date.parse('2026-11-01T00:00:00.000Z')
const ACTOR = { id: 7, name: 'Ayşe', address: '127.0.0.1', browser: null }

let database: TestDatabase
let clock: TestClock
let seal: () => Promise<void>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Four entries on the first day, one on the third. */
beforeEach(async () => {
  await asOwner('truncate audit_days; truncate audit_logs')
  clock = createTestClock(FIRST)
  seal = createAuditSealing({ database: database.asApplication, clock })
  for (let i = 0; i < 4; i += 1) await write(FIRST + i * MINUTE)
  await write(FIRST + 2 * DAY)
})

async function write(
  at: number,
  on: Parameters<ReturnType<typeof createAudit>>[0] = database.asApplication,
): Promise<void> {
  const audit = createAudit({ clock: { now: () => at } })
  const target = { kind: 'firm' as const, id: 1, name: 'Bir firma' }
  await audit(on, ACTOR, { event: 'firm_updated', target, before: { name: 'Eski' }, after: { name: 'Yeni' } })
}

/** Does what the owner of the database can do, and the server cannot. */
async function asOwner(statement: string): Promise<void> {
  await database.query(`alter table audit_logs disable trigger user; alter table audit_days disable trigger user;
    ${statement}; alter table audit_logs enable trigger user; alter table audit_days enable trigger user`)
}

/** Seals until `count` days are: they wait for every older transaction of this PostgreSQL, also in other databases. */
async function sealUntil(at: number, count: number): Promise<void> {
  clock.advance(at - clock.now())
  await vi.waitFor(
    async () => {
      await seal()
      expect(await days()).toHaveLength(count)
    },
    { timeout: 10_000 },
  )
}

const days = async () =>
  (await database.query<{ day: string; entries: number }>('select day, entries from audit_days order by day')).rows

describe('days of the audit log', () => {
  test('are sealed when they are over, also those without entries', async () => {
    await sealUntil(FIRST + DAY + 9 * MINUTE, 0)
    await sealUntil(FIRST + 3 * DAY + 11 * MINUTE, 3)
    expect(await days()).toEqual([
      { day: '2026-11-01', entries: 4 },
      { day: '2026-11-02', entries: 0 },
      { day: '2026-11-03', entries: 1 },
    ])
  })

  test('wait for a transaction that writes an entry of them', async () => {
    await database.asApplication.transact(async (on) => {
      await write(FIRST + 5 * MINUTE, on)
      await sealUntil(FIRST + DAY + 11 * MINUTE, 0)
    })
    await sealUntil(FIRST + DAY + 11 * MINUTE, 1)
    expect(await days()).toEqual([{ day: '2026-11-01', entries: 5 }])
  })

  test('go on after a restart with the day that follows', async () => {
    await sealUntil(FIRST + DAY + 11 * MINUTE, 1)
    seal = createAuditSealing({ database: database.asApplication, clock })
    await sealUntil(FIRST + 2 * DAY + 11 * MINUTE, 2)
    expect((await days()).map(({ day }) => day)).toEqual(['2026-11-01', '2026-11-02'])
    expect(await verifyAuditDays(database)).toMatchObject({ checked: 2, entries: 4, problem: null })
  })

  test('stay valid when a restored database gives the entries other transaction ids', async () => {
    await sealUntil(FIRST + 3 * DAY + 11 * MINUTE, 3)
    await database.query(`update audit_logs set xid = '3'`)
    expect(await verifyAuditDays(database)).toMatchObject({
      checked: 3,
      entries: 5,
      until: '2026-11-03',
      problem: null,
    })
  })

  test('cannot be changed by the server', async () => {
    await sealUntil(FIRST + DAY + 11 * MINUTE, 1)
    // On Citus the tests have one role, and the table itself refuses.
    await expect(database.asApplication.query('delete from audit_days')).rejects.toThrow(
      /permission denied|append-only/,
    )
  })
})

describe('the chain of days', () => {
  test.each([
    [
      'a changed entry',
      `update audit_logs set after = '{"name": "Başka"}' where created_at = '${instantAt(FIRST + MINUTE)}'`,
      0,
      'an entry differs',
    ],
    [
      'a deleted entry',
      `delete from audit_logs where created_at = '${instantAt(FIRST + 2 * DAY)}'`,
      2,
      'there are 0 entries; there were 1',
    ],
    [
      'an inserted entry',
      `insert into audit_logs (created_at, status, event, processor) values ('2026-11-02T12:00Z', 'success', 'updated', '{}')`,
      1,
      'there are 1 entries; there were 0',
    ],
    [
      'an entry before the first day',
      `insert into audit_logs (created_at, status, event, processor) values ('2026-10-02T12:00Z', 'success', 'updated', '{}')`,
      0,
      'the entries of 2026-10-02',
    ],
    ['a deleted day', `delete from audit_days where day = '2026-11-02'`, 1, 'the day 2026-11-02 is missing'],
    ['a changed count', `update audit_days set entries = 3 where day = '2026-11-01'`, 0, 'does not have the hash'],
  ])('shows %s', async (_, statement, checked, problem) => {
    await sealUntil(FIRST + 3 * DAY + 11 * MINUTE, 3)
    await asOwner(statement)
    expect(await verifyAuditDays(database)).toMatchObject({ checked, problem: expect.stringContaining(problem) })
  })
})
