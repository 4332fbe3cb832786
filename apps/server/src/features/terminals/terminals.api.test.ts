import { createHash } from 'node:crypto'
import { deviceApi } from '@dalyan/contracts/device-messages'
import { logsApi } from '@dalyan/contracts/logs'
import { terminalsApi, type TerminalListQuery } from '@dalyan/contracts/terminals'
import { tanksApi } from '@dalyan/contracts/tanks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { expectRefused } from '../../../tests/test-users.ts'
import { settingsRepository } from '../settings/settings.repository.ts'
import { connectionOf } from './silence-limit.rules.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())
beforeEach(() => void kit.emitted())

const create = (body: Record<string, unknown>) =>
  kit.as.admin.post(terminalsApi.create, { body: { code: 'X', ...body } })
const update = (id: number, body: Record<string, unknown>) =>
  kit.as.admin.put(terminalsApi.update, { params: { id }, body })
const read = async (id: number) => (await kit.as.admin.get(terminalsApi.get, { params: { id } })).body
const list = async (query: Partial<TerminalListQuery>) => (await kit.as.admin.get(terminalsApi.list, { query })).body
const hashOf = (key: string) => createHash('sha256').update(key).digest()
/** Looks a key up as the ingest would at this moment. */
async function keyWorks(key: string): Promise<boolean> {
  const { rows } = await kit.database.query('select expires_at from terminal_keys where hash = $1', [hashOf(key)])
  const [row] = rows as { expires_at: string | null }[]
  return row !== undefined && (row.expires_at === null || Date.parse(row.expires_at) > kit.clock.now())
}
/** Inserts a reading of the terminal that was stored so long ago. */
async function seen(terminalId: number, secondsAgo: number, tankId = 0): Promise<void> {
  const at = new Date(kit.clock.now() - secondsAgo * 1000).toISOString()
  await kit.database.query(
    `insert into latest (terminal_id, tank_id, measured_at, received_at, ph, ph_at) values ($1, $2, $3, $3, 8, $3)
     on conflict (terminal_id, tank_id) do update set received_at = excluded.received_at`,
    [terminalId, tankId, at],
  )
}
async function waiting(code: string, key = 'a key of the device itself'): Promise<number> {
  const { rows } = await kit.database.query<{ id: number }>(
    `insert into terminals (code, status, first_try_at, last_try_at, ip_address) values ($1, 'unauthorized', now(), now(), '192.0.2.9') returning id`,
    [code],
  )
  const id = rows[0]?.id ?? 0
  await kit.database.query('insert into terminal_keys (terminal_id, hash) values ($1, $2)', [id, hashOf(key)])
  return id
}
const assignmentsOf = async (id: number) =>
  (
    await kit.database.query(
      'select tank_id, from_at, to_at from terminal_assignments where terminal_id = $1 order by from_at',
      [id],
    )
  ).rows
const logOf = async (id: number) =>
  (await kit.as.admin.get(logsApi.terminal, { params: { id } })).body.data.map(({ event, meta }) => ({ event, meta }))

describe('POST /api/iots', () => {
  test('a created terminal is active and its key is shown once', async () => {
    const reply = await create({ code: 'TRM-1' })
    expect(reply).toMatchObject({
      status: 201,
      body: {
        code: 'TRM-1',
        status: 'active',
        tank: null,
        connection: 'never',
        last_seen_at: null,
        refused_count: 0,
        unknown_keys: {},
      },
    })
    expect(Buffer.from(reply.body.key, 'base64url')).toHaveLength(32)
    expect(await keyWorks(reply.body.key)).toBe(true)
    expect(await read(reply.body.id)).not.toHaveProperty('key')
    const { rows } = await kit.database.query(
      'select (terminals::text || terminal_keys::text) as text from terminals join terminal_keys on terminal_id = id',
    )
    expect(JSON.stringify(rows)).not.toContain(reply.body.key)
  })

  test('a terminal created on a tank is assigned, logged on both sides, and announced', async () => {
    const tank = await kit.given.tank()
    kit.emitted()
    const { body } = await create({ code: 'TRM-2', tank_id: tank.id })
    expect(body.tank).toEqual({ id: tank.id, code: tank.code, name: tank.name })
    expect(await logOf(body.id)).toMatchObject([
      { event: 'tank_assigned', meta: { from: null, to: { code: tank.code } } },
      { event: 'created' },
    ])
    expect(kit.emitted()).toContainEqual({ name: 'terminal.changed', data: { id: body.id, tank_ids: [tank.id] } })
    expect(await assignmentsOf(body.id)).toMatchObject([{ tank_id: tank.id, to_at: null }])
  })

  test.each([
    ['a small letter', { code: 'trm' }, 422, 'code', 'Kod formatı geçersiz (A-Z, 0-9, -, _)'],
    ['a Kelvin sign', { code: 'TRM-\u212A' }, 422, 'code', 'Kod formatı geçersiz (A-Z, 0-9, -, _)'],
    ['a line break behind', { code: 'TRM\n' }, 422, 'code', 'Kod formatı geçersiz (A-Z, 0-9, -, _)'],
    ['33 characters', { code: 'A'.repeat(33) }, 422, 'code', 'Kod formatı geçersiz (A-Z, 0-9, -, _)'],
    ['no code', { code: '' }, 422, 'code', 'Kod gerekli'],
    ['a status only a device brings about', { code: 'N1', status: 'deleted' }, 422, 'status', undefined],
    ['a tank that is not there', { code: 'N2', tank_id: 999_999 }, 422, 'tank_id', 'Böyle bir tank yok.'],
    ['a tank that no number can be', { code: 'N2', tank_id: 2_147_483_648 }, 422, 'tank_id', undefined],
    ['an end without a suspension', { code: 'N3', suspended_until: '2030-01-01' }, 422, 'suspended_until', undefined],
    [
      'an interval of nothing',
      { code: 'N4', expected_interval_seconds: 0 },
      422,
      'expected_interval_seconds',
      undefined,
    ],
    ['too short a silence limit', { code: 'N6', offline_after_seconds: 29 }, 422, 'offline_after_seconds', undefined],
    [
      'too long a silence limit',
      { code: 'N6', offline_after_seconds: 86_401 },
      422,
      'offline_after_seconds',
      undefined,
    ],
    [
      'an address that is none',
      { code: 'N5', ip_address: '192.0.2.300' },
      422,
      'ip_address',
      'Geçerli bir IP adresi girin.',
    ],
    ['a code in use', { code: 'TRM-1' }, 409, 'code', 'Bu kod kullanılıyor.'],
  ])('creating a terminal with %s is refused', async (_title, body, status, field, text) => {
    expectRefused(await create(body), status, field, text)
  })

  test('of two terminals created at once with the same code, one is created', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => create({ code: 'TWIN' })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })

  test("a terminal replaces a device that waits under its code, and the device's own key stops working", async () => {
    const id = await waiting('WAITS', 'own key 1')
    expect(await read(id)).toMatchObject({
      status: 'unauthorized',
      ip_address: '192.0.2.9',
      key_fingerprint: hashOf('own key 1').toString('hex').slice(0, 32),
    })
    const { status, body } = await create({ code: 'WAITS' })
    expect({ status, terminal: body }).toMatchObject({
      status: 201,
      terminal: { status: 'active', first_try_at: null, key_fingerprint: null },
    })
    expect(await keyWorks('own key 1')).toBe(false)
    expect(await keyWorks(body.key)).toBe(true)
  })

  test('a waiting device blocks a code neither for a renamed terminal nor for a restored one', async () => {
    const [renamed, restored] = [await kit.given.terminal(), await kit.given.terminal({ code: 'BACK-2' })]
    await waiting('BACK-1', 'own key 2')
    expect((await update(renamed.id, { code: 'BACK-1' })).status).toBe(200)
    expect(await keyWorks('own key 2')).toBe(false)
    await kit.as.admin.delete(terminalsApi.remove, { params: { id: restored.id } })
    await waiting('BACK-2', 'own key 3')
    expect((await kit.as.admin.post(terminalsApi.restore, { params: { id: restored.id } })).status).toBe(200)
    expect(await keyWorks('own key 3')).toBe(false)
    expect(await keyWorks(restored.key)).toBe(true)
  })

  test('a terminal set to unauthorized by a user is not replaced', async () => {
    const terminal = await kit.given.terminal({ code: 'SHUT', status: 'unauthorized' })
    expect((await create({ code: 'SHUT' })).status).toBe(409)
    expect(await keyWorks(terminal.key)).toBe(true)
  })
})

describe('DELETE /api/iots/waiting', () => {
  test('clearing the waiting list removes devices never admitted; a device that tries again may enter it anew', async () => {
    const ids = [await waiting('MANY-1', 'own key 4'), await waiting('MANY-2', 'own key 5')]
    const shut = await kit.given.terminal({ code: 'SHUT-2', status: 'unauthorized' })
    const active = await kit.given.terminal({ code: 'STAYS-2' })
    const reply = await kit.as.admin.delete(terminalsApi.removeWaiting, {})
    expect(reply.status).toBe(204)
    const { rows } = await kit.database.query('select id from terminals where id = any($1) order by id', [
      [...ids, shut.id, active.id],
    ])
    expect(rows).toEqual([{ id: shut.id }, { id: active.id }])
    expect([await keyWorks('own key 4'), await keyWorks(active.key)]).toEqual([false, true])
    await waiting('MANY-1', 'own key 6')
    expect((await kit.as.admin.delete(terminalsApi.removeWaiting, {})).status).toBe(204)
  })

  test('only users who manage terminals may clear the waiting list', async () => {
    const id = await waiting('KEPT-1', 'own key 7')
    for (const caller of [kit.as.operator, kit.as.customer])
      expect((await caller.delete(terminalsApi.removeWaiting, {})).status).toBe(403)
    expect(await read(id)).toMatchObject({ status: 'unauthorized' })
  })
})

describe('PUT /api/iots/{id}', () => {
  test('an update changes only the fields it names', async () => {
    const { id, code } = await kit.given.terminal({ expected_interval_seconds: 60, ip_address: '192.0.2.1' })
    const reply = await update(id, { ip_address: null, nonsense: 1 })
    expect(reply).toMatchObject({
      status: 200,
      body: { code, ip_address: null, expected_interval_seconds: 60, status: 'active' },
    })
    expect(reply.body.last_modified_by?.id).toBe(kit.as.admin.id)
    expect((await logOf(id))[0]).toEqual({
      event: 'updated',
      meta: { changes: { ip_address: { from: '192.0.2.1', to: null } } },
    })
  })

  test('a terminal whose ban is lifted connects with the key it has', async () => {
    const { id, code, key } = await kit.given.terminal()
    const report = async () => {
      const headers = { authorization: `Bearer ${code}:${key}` }
      const { method, path: url } = deviceApi.measurements
      return (await kit.app.server.inject({ method, url, headers, payload: { ph: 8 } })).statusCode
    }
    await update(id, { status: 'banned' })
    expect(await report()).toBe(401)
    expect(await update(id, { status: 'active' })).toMatchObject({ status: 200, body: { status: 'active' } })
    expect(await report()).toBe(201)
  })

  test('a waiting device that is made active connects with the key it has', async () => {
    const id = await waiting('KNOCKS', 'own key 2')
    expect(await update(id, { status: 'active' })).toMatchObject({
      status: 200,
      body: { status: 'active', first_try_at: null },
    })
    expect(await keyWorks('own key 2')).toBe(true)
    expect((await create({ code: 'KNOCKS' })).status).toBe(409)
  })

  test('moving a terminal to another tank ends the old assignment where the new one begins', async () => {
    const [a, b] = [await kit.given.tank(), await kit.given.tank()]
    const { id } = await kit.given.terminal({ tank_id: a.id })
    kit.clock.advance(60_000)
    kit.emitted()
    expect((await update(id, { tank_id: b.id })).body.tank?.id).toBe(b.id)
    const [first, second] = (await assignmentsOf(id)) as { tank_id: number; from_at: string; to_at: string | null }[]
    expect([first?.tank_id, second?.tank_id, second?.to_at]).toEqual([a.id, b.id, null])
    expect(first?.to_at).toBe(second?.from_at)
    expect(kit.emitted()).toContainEqual({ name: 'terminal.changed', data: { id, tank_ids: [a.id, b.id] } })
    const onA = await kit.as.admin.get(tanksApi.get, { params: { id: a.id } })
    expect(onA.body.iots).toEqual([])
    expect((await update(id, { tank_id: null })).body.tank).toBeNull()
  })

  test('moves within one instant leave one open assignment', async () => {
    const [a, b] = [await kit.given.tank(), await kit.given.tank()]
    const { id } = await kit.given.terminal({ tank_id: a.id })
    await update(id, { tank_id: b.id })
    await update(id, { tank_id: a.id })
    expect(await assignmentsOf(id)).toMatchObject([{ tank_id: a.id, to_at: null }])
  })

  test('many moves at once leave a terminal on one tank', async () => {
    const tanks = await Promise.all([1, 2, 3, 4].map(() => kit.given.tank()))
    const { id } = await kit.given.terminal()
    const replies = await Promise.all(tanks.map((tank) => update(id, { tank_id: tank.id })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const open = (await assignmentsOf(id)).filter((row) => (row as { to_at: string | null }).to_at === null)
    expect(open).toHaveLength(1)
  })

  test('a suspension ends by itself, and lifting it removes its end', async () => {
    const { id } = await kit.given.terminal()
    const until = new Date(kit.clock.now() + 60_000).toISOString()
    expect((await update(id, { status: 'suspended', suspended_until: until })).body.suspended_until).toBe(until)
    expect((await update(id, { status: 'active' })).body.suspended_until).toBeNull()
    await update(id, { status: 'suspended', suspended_until: until })
    kit.clock.advance(59_999)
    await kit.app.endSuspensions()
    expect((await read(id)).status).toBe('suspended')
    kit.clock.advance(1)
    await kit.app.endSuspensions()
    expect(await read(id)).toMatchObject({ status: 'active', suspended_until: null })
    expect((await logOf(id))[0]).toEqual({ event: 'status_changed', meta: { from: 'suspended', to: 'active' } })
  })

  test('an update refuses a code in use, a deleted terminal, and one that does not exist', async () => {
    const { id } = await kit.given.terminal()
    expect(await update(id, { code: 'TRM-1' })).toMatchObject({
      status: 409,
      body: { code: 'code_taken', errors: { code: ['Bu kod kullanılıyor.'] } },
    })
    await kit.database.query("update terminals set status = 'deleted' where id = $1", [id])
    expect(await update(id, { ip_address: null })).toMatchObject({ status: 409, body: { code: 'record_deleted' } })
    expect((await update(999_999, { ip_address: null })).status).toBe(404)
  })
})

describe('POST /api/iots/{id}/key', () => {
  const rotate = (id: number, body?: { revoke_old: boolean }) =>
    kit.as.admin.post(terminalsApi.rotateKey, { params: { id }, body })

  test('after a rotation the old key works for seven more days', async () => {
    const { id, key } = await kit.given.terminal()
    const reply = await rotate(id)
    expect(reply.status).toBe(200)
    expect([await keyWorks(key), await keyWorks(reply.body.key)]).toEqual([true, true])
    kit.clock.advance(7 * 86_400_000)
    expect([await keyWorks(key), await keyWorks(reply.body.key)]).toEqual([false, true])
    expect((await logOf(id))[0]).toEqual({ event: 'key_rotated', meta: { revoke_old: false } })
    expect(kit.emitted()).toContainEqual({ name: 'terminal.changed', data: { id, tank_ids: [] } })
  })

  test('a second rotation does not extend the first key’s days', async () => {
    const { id, key } = await kit.given.terminal()
    await rotate(id)
    kit.clock.advance(6 * 86_400_000)
    await rotate(id)
    kit.clock.advance(86_400_000)
    expect(await keyWorks(key)).toBe(false)
  })

  test('a revoked key ends at once', async () => {
    const { id, key } = await kit.given.terminal()
    const reply = await rotate(id, { revoke_old: true })
    expect([await keyWorks(key), await keyWorks(reply.body.key)]).toEqual([false, true])
  })

  test('rotating the key of a terminal that does not exist is refused', async () => {
    expect((await rotate(999_999)).status).toBe(404)
  })
})

describe('GET /api/iots', () => {
  test('the list pages, sorts and counts terminals', async () => {
    await Promise.all(['C', 'A', 'B'].map((code) => kit.given.terminal({ code: `SORT-${code}` })))
    const codes = async (query: Partial<TerminalListQuery>) =>
      (await list({ search: 'SORT-', ...query })).data.map(({ code }) => code)
    expect(await codes({})).toEqual(['SORT-A', 'SORT-B', 'SORT-C'])
    expect(await codes({ sort: [{ field: 'code', descending: true }], per_page: 2 })).toEqual(['SORT-C', 'SORT-B'])
    expect(await list({ search: 'sort-', per_page: 2, page: 2 })).toMatchObject({
      total: 3,
      current_page: 2,
      last_page: 2,
      data: [{ code: 'SORT-C' }],
    })
    expect(await list({ search: 'sort-', page: 9 })).toMatchObject({ total: 3, data: [] })
  })

  test.each(['JŞ', 'Jş Ğ', '47', 'ÖJŞ'])(
    "the search finds %s in a terminal's address or its tank's name, whatever its length",
    async (search) => {
      const terminal = await kit.given.terminal({ ip_address: '10.47.0.1' })
      await kit.given.tank({ name: 'Öjş Ğölet', notes: 'Xq', iot_ids: [terminal.id] })
      const found = async (part: string) => (await list({ search: part, per_page: 200 })).data.map(({ id }) => id)
      expect(await found(search)).toContain(terminal.id)
      expect(await found('XQ')).toEqual([])
      expect(await found('ğx')).toEqual([])
    },
  )

  test('the search takes % and _ literally', async () => {
    await kit.given.terminal({ code: 'UNDER_SCORE' })
    expect((await list({ search: 'R_S' })).total).toBe(1)
    expect((await list({ search: '%' })).total).toBe(0)
    expect((await list({ search: "' or 1=1--" })).total).toBe(0)
  })

  test('the connection filter agrees with the rules at every limit', async () => {
    const BORDERS = [
      { interval: null, own: null, ages: [null, 0, 120, 121, 900, 901] },
      { interval: 10, own: null, ages: [60, 61, 120, 121] },
      { interval: 60, own: null, ages: [null, 0, 120, 121, 180, 181] },
      { interval: 600, own: null, ages: [1200, 1201, 1800, 1801] },
      { interval: 60, own: 30, ages: [30, 31, 121] },
      { interval: null, own: 3600, ages: [120, 121, 3600, 3601] },
    ]
    const made: { id: number; age: number | null; interval: number | null; own: number | null }[] = []
    for (const { interval, own, ages } of BORDERS) {
      for (const age of ages) {
        const { id } = await kit.given.terminal({
          code: `CONN-${interval}-${own}-${age}`.toUpperCase(),
          expected_interval_seconds: interval,
          offline_after_seconds: own,
        })
        if (age !== null) await seen(id, age)
        made.push({ id, age, interval, own })
      }
    }
    const wordOf = ({ age, interval, own }: (typeof made)[number]) => connectionOf(age, interval, own)
    const newestFirst = (of: typeof made) =>
      of.toSorted((a, b) => (a.age ?? Infinity) - (b.age ?? Infinity) || a.id - b.id).map(({ id }) => id)
    for (const connection of ['online', 'stale', 'offline', 'never'] as const) {
      const page = await list({ search: 'CONN-', filter_connection: [connection], per_page: 100 })
      const expected = made.filter((one) => wordOf(one) === connection).map(({ id }) => id)
      expect(page.data.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
      expect(page.data.every((terminal) => terminal.connection === connection)).toBe(true)
    }
    const troubled = made.filter((one) => ['offline', 'stale'].includes(wordOf(one)))
    const sort = [{ field: 'last_seen_at', descending: true }] as const
    const page = await list({ search: 'CONN-', filter_connection: ['offline', 'stale'], sort: [...sort], per_page: 3 })
    expect(page).toMatchObject({ total: troubled.length })
    expect(page.data.map(({ id }) => id)).toEqual(newestFirst(troubled).slice(0, 3))
    const all = await list({ search: 'CONN-', sort: [...sort], per_page: 100 })
    expect(all.data.map(({ id }) => id)).toEqual(newestFirst(made))
  })

  test('the list filters by status, tank and deletion', async () => {
    const tank = await kit.given.tank({ code: 'FILTER-TANK' })
    const on = await kit.given.terminal({ code: 'FILTER-ON', tank_id: tank.id })
    await kit.given.terminal({ code: 'FILTER-OFF', status: 'banned' })
    const gone = await kit.given.terminal({ code: 'FILTER-GONE' })
    await kit.database.query("update terminals set status = 'deleted' where id = $1", [gone.id])
    const codes = async (query: Partial<TerminalListQuery>) =>
      (await list({ filter_code: 'filter', ...query })).data.map(({ code }) => code)
    expect(await codes({})).toEqual(['FILTER-OFF', 'FILTER-ON'])
    expect(await codes({ include_deleted: true })).toEqual(['FILTER-GONE', 'FILTER-OFF', 'FILTER-ON'])
    expect(await codes({ filter_has_tank: true })).toEqual(['FILTER-ON'])
    expect(await codes({ filter_has_tank: false })).toEqual(['FILTER-OFF'])
    expect(await codes({ filter_tank_code: 'ılter-t' })).toEqual(['FILTER-ON'])
    expect(await codes({ sort: [{ field: 'tank_code', descending: false }] })).toEqual(['FILTER-ON', 'FILTER-OFF'])
    expect(await codes({ filter_status: ['banned', 'suspended'] })).toEqual(['FILTER-OFF'])
    expect((await read(on.id)).tank?.code).toBe('FILTER-TANK')
  })
})

describe('enrolment', () => {
  test('enrolment is open until its minutes are over', async () => {
    const { body } = await kit.as.admin.post(terminalsApi.enrol, { body: { minutes: 30 } })
    expect(body.until).toBe(new Date(kit.clock.now() + 30 * 60_000).toISOString())
    expect(await settingsRepository(kit.database).get('enrolment_until')).toBe(body.until)
    const shown = async () => (await kit.as.admin.get(terminalsApi.enrolment)).body.until
    expect(await shown()).toBe(body.until)
    expect((await kit.as.admin.post(terminalsApi.enrol, { body: { minutes: 0 } })).body.until).toBeNull()
    expect(await shown()).toBeNull()
    await settingsRepository(kit.database).set('enrolment_until', new Date(kit.clock.now()).toISOString())
    expect(await shown()).toBeNull()
    expect((await kit.as.admin.post(terminalsApi.enrol, { body: { minutes: 61 } })).status).toBe(422)
  })
})

describe('permissions', () => {
  test('an operator reads only the terminals on the tanks of the own firm', async () => {
    const own = await kit.given.terminal({ code: 'WHO-OWN' })
    await kit.given.tank({ firm_id: kit.ownFirm.id, iot_ids: [own.id] })
    const foreign = await kit.given.terminal({ code: 'WHO-FOREIGN' })
    await kit.given.tank({ firm_id: (await kit.given.firm()).id, iot_ids: [foreign.id] })
    const free = await kit.given.terminal({ code: 'WHO-FREE' })
    const page = await kit.as.operator.get(terminalsApi.list, { query: { search: 'WHO-' } })
    expect(page.body).toMatchObject({ total: 1, data: [{ code: 'WHO-OWN' }] })
    const statuses = [own, foreign, free].map(
      async ({ id }) => (await kit.as.operator.get(terminalsApi.get, { params: { id } })).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 404, 404])
  })

  test('only admins write terminals, customers see none, and visitors must sign in', async () => {
    const { id } = await kit.given.terminal()
    const ask = async (caller: TestApp['as']['admin']) => [
      (await caller.get(terminalsApi.list, {})).status,
      (await caller.get(terminalsApi.get, { params: { id } })).status,
      (await caller.post(terminalsApi.create, { body: { code: 'NO' } })).status,
      (await caller.put(terminalsApi.update, { params: { id }, body: {} })).status,
      (await caller.post(terminalsApi.rotateKey, { params: { id }, body: undefined })).status,
      (await caller.post(terminalsApi.enrol, { body: { minutes: 1 } })).status,
    ]
    expect(await ask(kit.as.operator)).toEqual([200, 404, 403, 403, 403, 403])
    expect(await ask(kit.as.customer)).toEqual([403, 403, 403, 403, 403, 403])
    expect(await ask(kit.as.visitor)).toEqual([401, 401, 401, 401, 401, 401])
  })
})
