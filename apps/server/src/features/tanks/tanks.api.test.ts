import { terminalsApi } from '@dalyan/contracts/terminals'
import { measurementsApi } from '@dalyan/contracts/measurements'
import { tanksApi, type TankListQuery } from '@dalyan/contracts/tanks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefused, type TestUser } from '../../../tests/test-users.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { assignmentsRepository } from '../terminals/assignments.sql.ts'
import { staleAfterSeconds } from '../terminals/silence-limit.rules.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())
beforeEach(() => void kit.emitted())

const create = (body: Record<string, unknown>) =>
  kit.as.admin.post(tanksApi.create, { body: { code: 'X', name: 'Bir tank', ...body } })
const update = (id: number, body: Record<string, unknown>, caller: TestUser = kit.as.admin) =>
  caller.put(tanksApi.update, { params: { id }, body })
const read = async (id: number) => (await kit.as.admin.get(tanksApi.get, { params: { id } })).body
const list = async (query: Partial<TankListQuery>, caller: TestUser = kit.as.admin) =>
  (await caller.get(tanksApi.list, { query })).body
const codes = async (query: Partial<TankListQuery>) => (await list(query)).data.map(({ code }) => code)
const setStatus = (id: number, status: string) =>
  kit.database.query('update tanks set status = $2 where id = $1', [id, status])
const setTerminalStatus = (id: number, status: string) =>
  kit.database.query('update terminals set status = $2 where id = $1', [id, status])
const versionOf = async (id: number) =>
  (await kit.database.query<{ version: number }>('select version from tanks where id = $1', [id])).rows[0]?.version
async function logOf(id: number) {
  const { rows } = await kit.database.query(
    'select event, meta, processor from tank_logs where tank_id = $1 order by id',
    [id],
  )
  return rows as { event: string; meta: Record<string, unknown>; processor: { type: string; name: string } }[]
}
/** Inserts the newest value of a metric that a terminal measured on a tank, with its age. */
async function measured(
  tankId: number,
  terminalId: number,
  metric: 'ph' | 'salinity',
  value: number,
  secondsAgo: number,
): Promise<void> {
  const at = new Date(kit.clock.now() - secondsAgo * 1000).toISOString()
  await kit.database.query(
    `insert into latest as l (terminal_id, tank_id, measured_at, received_at, ${metric}, ${metric}_at) values ($1, $2, $3, $3, $4, $3)
     on conflict (terminal_id, tank_id) do update set measured_at = greatest(l.measured_at, $3), received_at = greatest(l.received_at, $3), ${metric} = $4, ${metric}_at = $3`,
    [terminalId, tankId, at, value],
  )
}

describe('POST /api/tanks', () => {
  test('creates an inactive tank from the given fields', async () => {
    const template = await kit.given.rangeTemplate()
    const terminal = await kit.given.terminal()
    kit.emitted()
    const reply = await create({
      code: 'TNK-1',
      name: ' Levrek 1 ',
      firm_id: kit.ownFirm.id,
      range_template_id: template.id,
      iot_ids: [terminal.id],
      province: 'Muğla',
    })
    expect(reply).toMatchObject({
      status: 201,
      body: {
        code: 'TNK-1',
        name: 'Levrek 1',
        status: 'inactive',
        firm: kit.ownFirm,
        province: 'Muğla',
        notes: null,
        range_template: { id: template.id, ranges: { ph: { min: 7, max: 8.5 } } },
        iots: [{ id: terminal.id, connection: 'never', last_seen_at: null, stale_after_seconds: 120 }],
        last_measurement: null,
        open_alarms: [],
        last_modified_by: { id: kit.as.admin.id },
      },
    })
    expect(await read(reply.body.id)).toEqual(reply.body)
    expect(kit.emitted()).toContainEqual({ name: 'tank.changed', data: { id: reply.body.id } })
    expect(await logOf(reply.body.id)).toMatchObject([
      { event: 'created', processor: { type: 'user' } },
      { event: 'terminal_assigned', meta: { terminal: { code: terminal.code }, from: null } },
    ])
  })

  test('creates an active tank when it has a terminal', async () => {
    const terminal = await kit.given.terminal()
    expect((await create({ code: 'TNK-2', status: 'active', iot_ids: [terminal.id] })).body.status).toBe('active')
  })

  test.each([
    ['no code', { code: undefined }, 422, 'code', 'Kod gerekli'],
    ['small letters', { code: 'tnk' }, 422, 'code', 'Kod formatı geçersiz (A-Z, 0-9, -, _)'],
    ['no name', { code: 'N1', name: ' ' }, 422, 'name', 'Tank adı gerekli'],
    ['a name that is left out', { code: 'N1', name: undefined }, 422, 'name', 'Tank adı gerekli'],
    [
      'active without a terminal',
      { code: 'N2', status: 'active' },
      422,
      'status',
      'Aktif durum için önce bir Terminal atanmalıdır',
    ],
    ['a status that users cannot set', { code: 'N3', status: 'deleted' }, 422, 'status', undefined],
    ['an unknown firm', { code: 'N4', firm_id: 999_999 }, 422, 'firm_id', 'Böyle bir firma yok.'],
    [
      'an unknown template',
      { code: 'N5', range_template_id: 999_999 },
      422,
      'range_template_id',
      'Böyle bir aralık şablonu yok.',
    ],
    ['an unknown terminal', { code: 'N6', iot_ids: [999_999] }, 422, 'iot_ids', 'Böyle bir terminal yok.'],
    [
      'a suspension that would end in an active tank without a terminal',
      { code: 'N7', status: 'suspended', suspended_until: '2030-01-01' },
      422,
      'suspended_until',
      'Aktif durum için önce bir Terminal atanmalıdır',
    ],
    ['an end without a suspension', { code: 'N7', suspended_until: '2030-01-01' }, 422, 'suspended_until', undefined],
    ['a control character', { code: 'N8', name: 'a\u0001b' }, 422, 'name', undefined],
    ['a lone surrogate', { code: 'N8', name: 'a\ud800' }, 422, 'name', undefined],
    ['a name of 121 letters', { code: 'N8', name: 'a'.repeat(121) }, 422, 'name', 'En çok 120 karakter olmalı.'],
    ['a firm id out of range', { code: 'N9', name: 'x', firm_id: 2_147_483_648 }, 422, 'firm_id', undefined],
    ['a terminal id out of range', { code: 'N9', iot_ids: [2_147_483_648] }, 422, 'iot_ids.0', undefined],
    ['a code in use', { code: 'TNK-1' }, 409, 'code', 'Bu kod kullanılıyor.'],
  ])('refuses %s', async (_title, body, status, field, text) => {
    expectRefused(await create(body), status, field, text)
  })

  test('leaves the terminal of a refused tank where it was', async () => {
    const terminal = await kit.given.terminal()
    const home = await kit.given.tank({ iot_ids: [terminal.id] })
    expect((await create({ code: 'TNK-1', iot_ids: [terminal.id] })).status).toBe(409)
    expect((await read(home.id)).iots).toMatchObject([{ id: terminal.id }])
  })

  test('creates one tank when several requests use the same code at once', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => create({ code: 'TWIN' })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })

  test('accepts the code of a deleted tank', async () => {
    const { body } = await create({ code: 'AGAIN' })
    await setStatus(body.id, 'deleted')
    expect((await create({ code: 'AGAIN' })).status).toBe(201)
  })
})

describe('PUT /api/tanks/{id}', () => {
  test('changes only the named fields, raises the version and records the editor', async () => {
    const tank = await kit.given.tank({ notes: 'eski', location: 'İskele' })
    const before = await versionOf(tank.id)
    kit.clock.advance(1000)
    const reply = await update(tank.id, { notes: 'yeni', nonsense: true })
    expect(reply).toMatchObject({ status: 200, body: { notes: 'yeni', location: 'İskele', name: tank.name } })
    expect(reply.body.last_action_at).toBe(new Date(kit.clock.now()).toISOString())
    expect(await versionOf(tank.id)).toBe((before ?? 0) + 1)
    expect((await logOf(tank.id)).at(-1)).toMatchObject({
      event: 'updated',
      meta: { changes: { notes: { from: 'eski', to: 'yeni' } } },
    })
  })

  test('a tank without a terminal cannot become active, one with a terminal can', async () => {
    const tank = await kit.given.tank()
    expect(await update(tank.id, { status: 'active' })).toMatchObject({
      status: 422,
      body: { code: 'tank_needs_terminal', message: 'Aktif durum için önce bir Terminal atanmalıdır' },
    })
    const terminal = await kit.given.terminal()
    expect((await update(tank.id, { status: 'active', iot_ids: [terminal.id] })).status).toBe(200)
    expect((await logOf(tank.id)).map(({ event }) => event)).toEqual(['created', 'status_changed', 'terminal_assigned'])
  })

  test.each(['banned', 'unauthorized'])('a %s terminal does not make a tank active', async (status) => {
    const terminal = await kit.given.terminal()
    const tank = await kit.given.tank({ iot_ids: [terminal.id] })
    await setTerminalStatus(terminal.id, status)
    expect((await update(tank.id, { status: 'active' })).status).toBe(422)
  })

  test('an active tank that loses its last terminal stays active', async () => {
    const tank = await kit.given.tank({ status: 'active' })
    expect(await update(tank.id, { iot_ids: [] })).toMatchObject({ status: 200, body: { status: 'active', iots: [] } })
  })

  test('moves a terminal from another tank and dates both assignments', async () => {
    const terminal = await kit.given.terminal()
    const from = await kit.given.tank({ iot_ids: [terminal.id] })
    const to = await kit.given.tank()
    const before = await versionOf(from.id)
    kit.clock.advance(60_000)
    kit.emitted()
    await update(to.id, { iot_ids: [terminal.id, terminal.id] })
    expect([(await read(from.id)).iots, (await read(to.id)).iots]).toMatchObject([[], [{ id: terminal.id }]])
    const { rows } = await kit.database.query<{ from_at: string; to_at: string | null }>(
      'select from_at, to_at from terminal_assignments where terminal_id = $1 order by from_at',
      [terminal.id],
    )
    expect(rows).toHaveLength(2)
    expect([rows[0]?.to_at, rows[1]?.to_at]).toEqual([rows[1]?.from_at, null])
    expect(await versionOf(from.id)).toBe((before ?? 0) + 1)
    expect((await logOf(from.id)).at(-1)).toMatchObject({ event: 'terminal_removed', meta: { to: { code: to.code } } })
    const announced = kit.emitted()
    expect(announced).toContainEqual({
      name: 'terminal.changed',
      data: { id: terminal.id, tank_ids: [from.id, to.id] },
    })
    for (const { id } of [from, to]) expect(announced).toContainEqual({ name: 'tank.changed', data: { id } })
  })

  test('activating a tank and removing its only terminal at once are applied one after the other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const terminal = await kit.given.terminal()
      const tank = await kit.given.tank({ iot_ids: [terminal.id] })
      const other = await kit.given.tank()
      const [activated] = await Promise.all([
        update(tank.id, { status: 'active' }),
        update(other.id, { iot_ids: [terminal.id] }),
      ])
      // Activated first, the tank may lose its terminal afterwards; after losing the terminal first, it may not become
      // active.
      const events = (await logOf(tank.id)).map(({ event }) => event).slice(2)
      expect({ status: activated.status, events }).toEqual(
        activated.status === 200
          ? { status: 200, events: ['status_changed', 'terminal_removed'] }
          : { status: 422, events: ['terminal_removed'] },
      )
    }
  })

  test('activating a tank waits for a running removal of its terminal', async () => {
    const terminal = await kit.given.terminal()
    const tank = await kit.given.tank({ iot_ids: [terminal.id] })
    const activating = await kit.database.transact(async (on) => {
      const assignments = assignmentsRepository(on)
      await assignments.lock()
      await assignments.move(
        [{ terminal_id: terminal.id, tank_id: null }],
        new Date(kit.clock.now() + 1000).toISOString(),
      )
      const reply = update(tank.id, { status: 'active' })
      // Long enough for a change that does not wait to read the terminals.
      await on.query('select pg_sleep(0.2)')
      return { reply }
    })
    expect((await activating.reply).status).toBe(422)
  })

  test('of several tanks that take one terminal at once, one has it', async () => {
    const terminal = await kit.given.terminal()
    const tanks = await Promise.all([1, 2, 3].map(() => kit.given.tank()))
    const replies = await Promise.all(tanks.map(({ id }) => update(id, { iot_ids: [terminal.id], status: 'active' })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const assigned = await Promise.all(tanks.map(async ({ id }) => (await read(id)).iots.length))
    expect(assigned.toSorted()).toEqual([0, 0, 1])
  })

  test('a suspension ends at its time', async () => {
    const tank = await kit.given.tank({ status: 'active' })
    const until = new Date(kit.clock.now() + 60_000).toISOString()
    expect((await update(tank.id, { status: 'suspended', suspended_until: until })).body).toMatchObject({
      status: 'suspended',
      suspended_until: until,
    })
    const before = await versionOf(tank.id)
    kit.clock.advance(59_999)
    await kit.app.endSuspensions()
    expect((await read(tank.id)).status).toBe('suspended')
    kit.clock.advance(1)
    await kit.app.endSuspensions()
    expect(await read(tank.id)).toMatchObject({ status: 'active', suspended_until: null })
    expect(await versionOf(tank.id)).toBe(before)
    expect((await logOf(tank.id)).at(-1)).toMatchObject({ event: 'status_changed', processor: { type: 'system' } })
  })

  test('a deleted tank is read-only', async () => {
    const tank = await kit.given.tank()
    await setStatus(tank.id, 'deleted')
    expect(await update(tank.id, { notes: 'x' })).toMatchObject({ status: 409, body: { code: 'record_deleted' } })
    expect((await read(tank.id)).status).toBe('deleted')
  })

  test('a refused change leaves the tank unchanged', async () => {
    const tank = await kit.given.tank()
    expect((await update(tank.id, { name: 'Başka', code: 'TNK-1' })).status).toBe(409)
    expect((await update(tank.id, { name: null })).status).toBe(422)
    expect((await read(tank.id)).name).toBe(tank.name)
    expect((await update(999_999, { notes: 'x' })).status).toBe(404)
  })
})

describe('GET /api/tanks', () => {
  test('finds tanks in any case and with or without Turkish diacritics', async () => {
    await create({ code: 'FIND-1', name: 'Şükrü’nün Çipurası', notes: 'ışık %50 az_çok' })
    for (const search of ['sukru', 'ŞÜKRÜ', 'çıpura', 'CIPURA', 'find-1', '%50', 'az_ç'])
      expect(await codes({ search })).toContain('FIND-1')
    for (const search of ['%60', 'az-ç', '\\', "' or 1=1--"]) expect(await codes({ search })).toEqual([])
    expect(await codes({ filter_notes: 'ISIK' })).toEqual(['FIND-1'])
  })

  test('every filter finds only its matches', async () => {
    const firm = await kit.given.firm()
    const template = await kit.given.rangeTemplate()
    const terminal = await kit.given.terminal({ code: 'PICK-TRM' })
    await create({
      code: 'PICK-A',
      name: 'Alabalık',
      province: 'Muğla',
      district: 'Milas',
      firm_id: firm.id,
      range_template_id: template.id,
    })
    await create({ code: 'PICK-B', name: 'Levrek', province: 'İzmir', iot_ids: [terminal.id], status: 'active' })
    const gone = await create({ code: 'PICK-C', name: 'Silinmiş' })
    await setStatus(gone.body.id, 'deleted')
    const picks = (query: Partial<TankListQuery>) => codes({ filter_code: 'pick', ...query })
    expect(await picks({})).toEqual(['PICK-A', 'PICK-B'])
    expect(await picks({ include_deleted: true })).toEqual(['PICK-A', 'PICK-B', 'PICK-C'])
    expect(await picks({ filter_name: 'ALABALIK' })).toEqual(['PICK-A'])
    expect(await picks({ filter_province: 'izmir' })).toEqual(['PICK-B'])
    expect(await picks({ filter_district: 'mıl' })).toEqual(['PICK-A'])
    expect(await picks({ filter_status: ['active', 'suspended'] })).toEqual(['PICK-B'])
    expect(await picks({ filter_firm_id: firm.id })).toEqual(['PICK-A'])
    expect(await picks({ filter_range_template_id: template.id })).toEqual(['PICK-A'])
    expect(await picks({ filter_iot_code: 'k-trm' })).toEqual(['PICK-B'])
    expect(await picks({ filter_has_iot: true })).toEqual(['PICK-B'])
    expect(await picks({ filter_has_iot: false })).toEqual(['PICK-A'])
  })

  test('sorts by Turkish rules, pages and counts exactly', async () => {
    const names = ['zebra', 'çay', 'ılık', 'şap', 'cam', 'isim', 'İzmir', 'sap']
    for (const [index, name] of names.entries()) await create({ code: `SORT-${index}`, name })
    const page = await list({ filter_code: 'SORT-', sort: [{ field: 'name', descending: false }], per_page: 3 })
    expect(page).toMatchObject({ total: 8, last_page: 3, per_page: 3, current_page: 1 })
    const all = await list({ filter_code: 'SORT-', sort: [{ field: 'name', descending: false }] })
    expect(all.data.map(({ name }) => name)).toEqual(['cam', 'çay', 'ılık', 'isim', 'İzmir', 'sap', 'şap', 'zebra'])
    const last = await list({ filter_code: 'SORT-', sort: [{ field: 'name', descending: true }], per_page: 3, page: 3 })
    expect(last.data.map(({ name }) => name)).toEqual(['çay', 'cam'])
    expect(await list({ filter_code: 'SORT-', page: 1000 })).toMatchObject({ data: [], total: 8 })
  })

  test('shows the newest value of each metric, and counts tanks out of range or stale over the full filter', async () => {
    const template = await kit.given.rangeTemplate({ ranges: { ph: { min: 7, max: 8.3 } } })
    const make = async (code: string, status: 'active' | 'suspended' = 'active') => {
      const terminal = await kit.given.terminal()
      const { body } = await create({ code, range_template_id: template.id, iot_ids: [terminal.id], status })
      return { tank: body.id, terminal: terminal.id }
    }
    const [inside, edge, out, staleOut, mixed] = [
      await make('STATE-1'),
      await make('STATE-2'),
      await make('STATE-3'),
      await make('STATE-4'),
      await make('STATE-5'),
    ]
    const unwatched = await make('STATE-6', 'suspended')
    await measured(unwatched.tank, unwatched.terminal, 'ph', 9, 10)
    await measured(inside.tank, inside.terminal, 'ph', 8, 10)
    await measured(edge.tank, edge.terminal, 'ph', 8.3, 120)
    await measured(out.tank, out.terminal, 'ph', 8.31, 10)
    await measured(staleOut.tank, staleOut.terminal, 'ph', 9, 121)
    await measured(mixed.tank, mixed.terminal, 'ph', 9, 500)
    await measured(mixed.tank, mixed.terminal, 'salinity', 31, 5)
    const page = await list({ filter_code: 'STATE-', per_page: 1 })
    expect(page).toMatchObject({ total: 6, counts: { out_of_range: 3, stale: 1 }, data: [{ code: 'STATE-1' }] })
    // Filtering by a condition returns exactly the counted tanks.
    const such = async (filter_condition: ('out_of_range' | 'stale')[]) => {
      const { data, total, counts } = await list({ filter_code: 'STATE-', filter_condition })
      return [data.map(({ code }) => code), total, counts]
    }
    // A tank that fell silent while out of range is in both.
    expect(await such(['out_of_range'])).toEqual([['STATE-3', 'STATE-4', 'STATE-5'], 3, { out_of_range: 3, stale: 1 }])
    expect(await such(['stale'])).toEqual([['STATE-4'], 1, { out_of_range: 1, stale: 1 }])
    expect((await such(['stale', 'out_of_range']))[0]).toEqual(['STATE-3', 'STATE-4', 'STATE-5'])
    expect((await read(mixed.tank)).last_measurement).toMatchObject({
      ph: { value: 9, iot_id: mixed.terminal },
      salinity: { value: 31 },
      orp: null,
    })
    await kit.database.query('update range_templates set active = false where id = $1', [template.id])
    expect((await list({ filter_code: 'STATE-' })).counts).toEqual({ out_of_range: 0, stale: 1 })
  })

  test('counts by the newest value of each metric, from any terminal at any interval', async () => {
    const template = await kit.given.rangeTemplate({ ranges: { ph: { min: 7, max: 8.3 }, salinity: { max: 38 } } })
    const quick = await kit.given.terminal({ expected_interval_seconds: 10 })
    const slow = await kit.given.terminal({ expected_interval_seconds: 600 })
    const iot_ids = [quick.id, slow.id]
    const { body } = await create({ code: 'PAIR-1', range_template_id: template.id, iot_ids, status: 'active' })
    const counts = async () => (await list({ filter_code: 'PAIR-' })).counts
    await measured(body.id, quick.id, 'ph', 9, 55)
    expect(await counts()).toEqual({ out_of_range: 1, stale: 0 })
    await measured(body.id, slow.id, 'ph', 8, 50)
    expect(await counts()).toEqual({ out_of_range: 0, stale: 0 })
    // The newest value is the quick terminal's and stale, although at the slow terminal's interval it would be fresh.
    await kit.database.query(`update latest set ph_at = ph_at - interval '300 s' where tank_id = $1`, [body.id])
    await measured(body.id, quick.id, 'ph', 9, 200)
    expect(await counts()).toEqual({ out_of_range: 1, stale: 1 })
    await kit.database.query('update latest set ph = 8 where tank_id = $1', [body.id])
    expect(await counts()).toEqual({ out_of_range: 0, stale: 1 })
    await measured(body.id, slow.id, 'salinity', 39, 1_100)
    expect(await counts()).toEqual({ out_of_range: 1, stale: 0 })
  })

  test('a tank that falls silent while it is out of range stays counted until its terminal leaves or is suspended', async () => {
    const template = await kit.given.rangeTemplate({ ranges: { ph: { min: 7, max: 8.3 } } })
    const [moved, suspended] = [await kit.given.terminal(), await kit.given.terminal()]
    const of = { range_template_id: template.id, status: 'active' as const }
    const first = await create({ code: 'QUIET-1', ...of, iot_ids: [moved.id] })
    const second = await create({ code: 'QUIET-2', ...of, iot_ids: [suspended.id] })
    await measured(first.body.id, moved.id, 'ph', 9, 86_400)
    await measured(second.body.id, suspended.id, 'ph', 9, 86_400)
    const out = () => codes({ filter_code: 'QUIET-', filter_condition: ['out_of_range'] })
    expect(await out()).toEqual(['QUIET-1', 'QUIET-2'])
    await kit.as.admin.put(terminalsApi.update, { params: { id: moved.id }, body: { tank_id: null } })
    expect(await out()).toEqual(['QUIET-2'])
    await kit.as.admin.put(terminalsApi.update, { params: { id: suspended.id }, body: { status: 'suspended' } })
    expect(await out()).toEqual([])
  })

  test('counts many tanks like a loop over every value', async () => {
    const template = await kit.given.rangeTemplate({ ranges: { ph: { min: 7, max: 8.3 }, salinity: { max: 38 } } })
    const AGES = [5, 59, 61, 119, 121, 1_199, 1_201]
    const INTERVALS = [null, 20, 600]
    const PH = [6.9, 7, 8.3, 8.4]
    type TankValues = Record<'ph' | 'salinity', number>
    const expected = new Map<string, { out_of_range: boolean; stale: boolean }>()
    for (let i = 0; i < 30; i += 1) {
      const code = `MANY-${i}`
      const terminals: { id: number; freshFor: number; ages: TankValues; values: TankValues }[] = []
      for (let index = 0; index <= i % 3; index += 1) {
        const interval = INTERVALS[(i + index) % 3] ?? null
        const { id } = await kit.given.terminal({ expected_interval_seconds: interval })
        const ages = { ph: AGES[(i * 3 + index) % 7] ?? 0, salinity: AGES[(i + index * 2) % 7] ?? 0 }
        const values = { ph: PH[(i + index) % 4] ?? 0, salinity: (i + index) % 7 === 0 ? 39 : 30 }
        terminals.push({ id, freshFor: staleAfterSeconds(interval), ages, values })
      }
      const iot_ids = terminals.map(({ id }) => id)
      const { body } = await create({ code, range_template_id: template.id, iot_ids, status: 'active' })
      for (const { id, ages, values } of terminals)
        for (const metric of ['ph', 'salinity'] as const)
          await measured(body.id, id, metric, values[metric], ages[metric])
      // What people enter counts for nothing, be it in or out of range.
      const byHand = i % 5 === 0 ? 5 : 7.5
      await kit.as.admin.post(measurementsApi.enter, { params: { id: body.id }, body: { ph: byHand } })

      const shown = (['ph', 'salinity'] as const).flatMap((metric) => {
        const newest = Math.min(...terminals.map(({ ages }) => ages[metric]))
        return terminals
          .filter(({ ages }) => ages[metric] === newest)
          .map(({ values, freshFor }) => ({
            isFresh: newest <= freshFor,
            isOut: metric === 'ph' ? values.ph < 7 || values.ph > 8.3 : values.salinity > 38,
          }))
      })
      const is = (pick: 'isFresh' | 'isOut') => shown.some((value) => value[pick])
      expected.set(code, { out_of_range: is('isOut'), stale: !is('isFresh') })
    }
    const codesThatAre = (word: 'out_of_range' | 'stale') =>
      [...expected].flatMap(([code, is]) => (is[word] ? code : [])).sort()
    for (const word of ['out_of_range', 'stale'] as const) {
      const such = await codes({ filter_code: 'MANY-', filter_condition: [word], per_page: 200 })
      expect(such.toSorted()).toEqual(codesThatAre(word))
      expect(such.length).toBeGreaterThan(3)
    }
    expect(await list({ search: 'many-', per_page: 1 })).toMatchObject({
      total: 30,
      counts: { out_of_range: codesThatAre('out_of_range').length, stale: codesThatAre('stale').length },
    })
  })

  test('a moved terminal’s values stay with the tank where they were measured', async () => {
    const terminal = await kit.given.terminal()
    const [a, b] = [await kit.given.tank({ iot_ids: [terminal.id] }), await kit.given.tank()]
    await measured(a.id, terminal.id, 'ph', 7.7, 10)
    await update(b.id, { iot_ids: [terminal.id] })
    expect((await read(a.id)).last_measurement?.ph?.value).toBe(7.7)
    expect(await read(b.id)).toMatchObject({
      last_measurement: null,
      iots: [{ id: terminal.id, connection: 'online' }],
    })
  })
})

describe('access to tanks', () => {
  test('users see the tanks of their firm and the firms below it', async () => {
    const daughter = await kit.given.firm({ parent_id: kit.ownFirm.id })
    const granddaughter = await kit.given.firm({ parent_id: daughter.id })
    const foreign = await kit.given.firm()
    const firms = {
      OWN: kit.ownFirm.id,
      DAUGHTER: daughter.id,
      GRAND: granddaughter.id,
      FOREIGN: foreign.id,
      NONE: null,
    }
    const ids: number[] = []
    for (const [name, firm_id] of Object.entries(firms))
      ids.push((await create({ code: `SEE-${name}`, firm_id })).body.id)
    const gone = await create({ code: 'SEE-GONE', firm_id: kit.ownFirm.id })
    await setStatus(gone.body.id, 'deleted')
    const none = await kit.someone({ role: 'customer' })
    const seenBy = async (caller: TestUser) =>
      (await list({ filter_code: 'SEE-', include_deleted: true }, caller)).data.map(({ code }) => code)
    for (const caller of [kit.as.customer, kit.as.operator]) {
      expect(await seenBy(caller)).toEqual(['SEE-DAUGHTER', 'SEE-GRAND', 'SEE-OWN'])
      const statuses = [...ids, gone.body.id].map(
        async (id) => (await caller.get(tanksApi.get, { params: { id } })).status,
      )
      expect(await Promise.all(statuses)).toEqual([200, 200, 200, 404, 404, 404])
    }
    expect(await seenBy(none)).toEqual([])
    expect((await list({ filter_code: 'SEE-', filter_firm_id: foreign.id }, kit.as.customer)).total).toBe(0)
    expect(await seenBy(kit.as.admin)).toHaveLength(6)
  })

  test('another firm’s tank and an unknown tank have the same response', async () => {
    const foreign = await kit.given.tank({ firm_id: (await kit.given.firm()).id })
    const replies = await Promise.all(
      [foreign.id, 999_999].map((id) => kit.as.customer.get(tanksApi.get, { params: { id } })),
    )
    expect(replies[0]?.body).toEqual(replies[1]?.body)
    const wrong = await kit.as.customer.get(tanksApi.get, { params: { id: 'abc' as unknown as number } })
    expect(wrong.status).toBe(404)
  })

  test('an operator may only suspend and resume tanks of the own firm and write notes', async () => {
    const own = await kit.given.tank({ status: 'active', firm_id: kit.ownFirm.id })
    const idle = await kit.given.tank({ firm_id: kit.ownFirm.id })
    const foreign = await kit.given.tank({ status: 'active', firm_id: (await kit.given.firm()).id })
    const statuses = []
    for (const [id, change] of [
      [own.id, { status: 'suspended', suspended_until: new Date(kit.clock.now() + 1000).toISOString() }],
      [own.id, { status: 'active' }],
      [own.id, { notes: 'pompa değişti', name: own.name, firm_id: kit.ownFirm.id }],
      [own.id, { name: 'Benim' }],
      [own.id, { status: 'inactive' }],
      [own.id, { iot_ids: [] }],
      [own.id, { firm_id: null }],
      [idle.id, { status: 'active' }],
      [foreign.id, { notes: 'x' }],
    ] as const)
      statuses.push((await update(id, change, kit.as.operator)).status)
    expect(statuses).toEqual([200, 200, 200, 403, 403, 403, 403, 403, 404])
    expect(await read(own.id)).toMatchObject({
      status: 'active',
      notes: 'pompa değişti',
      name: own.name,
      last_modified_by: { id: kit.as.operator.id },
    })
  })

  test('customers may only view tanks, and visitors get 401', async () => {
    const { id } = await kit.given.tank({ firm_id: kit.ownFirm.id })
    const ask = async (caller: TestUser) => [
      (await caller.get(tanksApi.list, {})).status,
      (await caller.get(tanksApi.get, { params: { id } })).status,
      (await caller.post(tanksApi.create, { body: { code: 'NO', name: 'x' } })).status,
      (await caller.put(tanksApi.update, { params: { id }, body: { notes: 'x' } })).status,
    ]
    expect(await ask(kit.as.customer)).toEqual([200, 200, 403, 403])
    expect(await ask(kit.as.operator)).toEqual([200, 200, 403, 200])
    expect(await ask(kit.as.visitor)).toEqual([401, 401, 401, 401])
  })
})
