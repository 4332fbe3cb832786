import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/test-database.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { instantAt } from '../../core/clock.ts'
import { up } from '../../core/database/migrations/0020_template_versions.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

const at = (id: number) => ({ params: { id } })
const update = (id: number, body: Record<string, unknown>) =>
  kit.as.admin.put(rangeTemplatesApi.update, { ...at(id), body })
const versions = async (id: number) => (await kit.as.admin.get(rangeTemplatesApi.versions, at(id))).body.data

describe('GET /api/range-templates/{id}/versions', () => {
  test('a new template has one version, and each change adds one with its time and its user', async () => {
    const made = kit.clock.now()
    const { id, name } = await kit.given.rangeTemplate({ delay_seconds: 60, ranges: { ph: { min: 7, max: 8.3 } } })
    kit.clock.advance(60_000)
    await update(id, {
      delay_seconds: 120,
      ranges: { ph: { min: 7, max: 8.5, severity: 'critical', critical_max: 9 } },
    })
    const ph = { min: 7, max: 8.5, severity: 'critical', critical_min: null, critical_max: 9 }
    expect(await versions(id)).toEqual([
      {
        number: 2,
        valid_from: instantAt(made + 60_000),
        edited_by: { id: kit.as.admin.id, name: expect.any(String) },
        name,
        active: true,
        delay_seconds: 120,
        ranges: { ph },
      },
      expect.objectContaining({
        number: 1,
        valid_from: instantAt(made),
        delay_seconds: 60,
        ranges: { ph: expect.objectContaining({ max: 8.3, severity: 'warning' }) },
      }),
    ])
  })

  test('a change that leaves everything as it is adds no version, a name or a switch alone does', async () => {
    const { id, name } = await kit.given.rangeTemplate({ ranges: { ph: { min: 7.1, max: 8.3 }, orp: { max: 350 } } })
    const same = { name, active: true, delay_seconds: 60 }
    await update(id, { ...same, ranges: { ph: { min: 7.1, max: 8.3 }, orp: { max: 350 }, salinity: null } })
    await update(id, {})
    expect(await versions(id)).toHaveLength(1)
    await update(id, { name: `${name} 2` })
    await update(id, { active: false })
    expect((await versions(id)).map((each) => [each.number, each.name, each.active])).toEqual([
      [3, `${name} 2`, false],
      [2, `${name} 2`, true],
      [1, name, true],
    ])
  })

  test('a refused change adds no version', async () => {
    const { id } = await kit.given.rangeTemplate()
    const other = await kit.given.rangeTemplate()
    expect((await update(id, { name: other.name })).status).toBe(409)
    expect((await update(id, { ranges: { ph: { min: 9, max: 8 } } })).status).toBe(422)
    expect(await versions(id)).toHaveLength(1)
  })

  test('of two changes at once each has a number of its own', async () => {
    const { id } = await kit.given.rangeTemplate()
    await Promise.all([100, 200, 300].map((delay_seconds) => update(id, { delay_seconds })))
    expect((await versions(id)).map(({ number }) => number)).toEqual([4, 3, 2, 1])
  })

  test('an earlier version is sent back as an ordinary change, which becomes the newest one', async () => {
    const { id } = await kit.given.rangeTemplate({ ranges: { ph: { min: 7, max: 8 }, orp: { min: -50 } } })
    await update(id, { active: false, ranges: { salinity: { max: 38 } } })
    const [, first] = await versions(id)
    if (!first) throw new Error('no first version')
    const { active, delay_seconds, ranges } = first
    expect((await update(id, { active, delay_seconds, ranges })).status).toBe(200)
    const [newest, , oldest] = await versions(id)
    expect({ ...newest, number: 1, valid_from: oldest?.valid_from }).toEqual(oldest)
  })

  test('of many versions only the newest hundred are listed', async () => {
    const { id } = await kit.given.rangeTemplate()
    await kit.database.query(
      `insert into range_template_versions select template_id, n, valid_from, edited_by, name, active, n, lo, hi, critical_lo, critical_hi, severity
       from range_template_versions, generate_series(2, 130) n where template_id = $1`,
      [id],
    )
    const listed = await versions(id)
    expect([listed.length, listed[0]?.number, listed.at(-1)?.number]).toEqual([100, 130, 31])
  })

  test('a deleted and an unknown template have none, and only users who manage templates may read them', async () => {
    const { id } = await kit.given.rangeTemplate()
    for (const user of [kit.as.operator, kit.as.customer])
      expect((await user.get(rangeTemplatesApi.versions, at(id))).status).toBe(403)
    await kit.as.admin.delete(rangeTemplatesApi.remove, at(id))
    for (const none of [id, 999_999])
      expect((await kit.as.admin.get(rangeTemplatesApi.versions, at(none))).status).toBe(404)
  })
})

test('an upgrade makes the present state of each template its first version, and of each tank its limits of all times', async () => {
  const database = await openTestDatabase()
  for (const statement of [
    'drop table range_template_versions, tank_limits',
    'drop function save_tank_limits() cascade',
    `insert into range_templates (name, active, deleted_at, lo, hi, critical_lo, critical_hi, severity, updated_at) values
      ('A', true, null, '{7}', '{8}', '{}', '{9}', '{critical}', '2026-03-01T00:00Z'),
      ('B', false, null, '{7}', '{8}', '{}', '{}', '{}', '2026-03-02T00:00Z'),
      ('C', true, now(), '{7}', '{8}', '{}', '{}', '{}', '2026-03-03T00:00Z')`,
    `insert into tanks (code, name, range_template_id) select r.name, r.name, r.id from range_templates r union all select 'D', 'D', null`,
  ])
    await database.query(statement)
  await database.db.transaction().execute((transaction) => up(transaction as never))
  const { rows: made } = await database.query(
    `select number, name, active, valid_from::date::text as since, lo, hi, critical_hi, severity from range_template_versions order by name`,
  )
  expect(made).toMatchObject([
    {
      number: 1,
      name: 'A',
      active: true,
      since: '2026-03-01',
      lo: [7],
      hi: [8],
      critical_hi: [9],
      severity: ['critical'],
    },
    { number: 1, name: 'B', active: false, since: '2026-03-02' },
    { number: 1, name: 'C', active: true, since: '2026-03-03' },
  ])
  const { rows: limits } = await database.query(
    `select k.code, l.since::text as since, l.lo, l.hi from tank_limits l join tanks k on k.id = l.tank_id order by code`,
  )
  expect(limits).toEqual([
    { code: 'A', since: '-infinity', lo: [7], hi: [8] },
    { code: 'B', since: '-infinity', lo: [], hi: [] },
    { code: 'C', since: '-infinity', lo: [], hi: [] },
    { code: 'D', since: '-infinity', lo: [], hi: [] },
  ])
  await database.close()
})
