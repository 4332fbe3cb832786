import { alarmsApi } from '@dalyan/contracts/alarms'
import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestUser } from '../../../tests/test-users.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

const at = ({ id }: { id: number }) => ({ params: { id } })
const remove = (terminal: { id: number }, caller: TestUser = kit.as.admin) =>
  caller.delete(terminalsApi.remove, at(terminal))
const restore = (terminal: { id: number }, caller: TestUser = kit.as.admin) =>
  caller.post(terminalsApi.restore, at(terminal))
const read = async (terminal: { id: number }, caller: TestUser = kit.as.admin) =>
  caller.get(terminalsApi.get, at(terminal))
const update = (terminal: { id: number }, body: object) =>
  kit.as.admin.put(terminalsApi.update, { ...at(terminal), body })
const listed = async (query: object, { code }: { code: string }, caller: TestUser = kit.as.admin) =>
  (await caller.get(terminalsApi.list, { query: { filter_code: code, ...query } })).body.total
const send = (terminal: { code: string; key: string }) => kit.send(terminal, { ph: 7.5 })
async function eventsOf({ id }: { id: number }): Promise<string[]> {
  const { rows } = await kit.database.query<{ event: string }>(
    'select event from terminal_logs where terminal_id = $1 order by id',
    [id],
  )
  return rows.map(({ event }) => event)
}

describe('DELETE /api/iots/:id', () => {
  test('a deleted terminal leaves its tank and is refused when it connects', async () => {
    const terminal = await kit.given.terminal()
    const tank = await kit.given.tank({ status: 'active', iot_ids: [terminal.id], firm_id: kit.ownFirm.id })
    expect(await send(terminal)).toBe(201)
    kit.emitted()
    expect((await remove(terminal)).status).toBe(204)
    expect((await read(terminal)).body).toMatchObject({ status: 'deleted', tank: null })
    expect((await kit.as.admin.get(tanksApi.get, at(tank))).body).toMatchObject({ status: 'active', iots: [] })
    expect((await eventsOf(terminal)).slice(-2)).toEqual(['tank_assigned', 'deleted'])
    expect(kit.emitted()).toContainEqual({
      name: 'terminal.changed',
      data: { id: terminal.id, tank_ids: [tank.id] },
    })
    expect(await send(terminal)).toBe(401)
    expect(await listed({ filter_status: ['unauthorized'] }, terminal)).toBe(0)
  })

  test('deleting a terminal clears its alarms, with the reason', async () => {
    const { id: range_template_id } = await kit.given.rangeTemplate({
      delay_seconds: 0,
      ranges: { ph: { min: 8, max: 9 } },
    })
    const terminal = await kit.given.terminal()
    const tank = await kit.given.tank({ range_template_id, iot_ids: [terminal.id], status: 'active' })
    await send(terminal)
    const alarms = async () =>
      (await kit.as.admin.get(alarmsApi.list, { query: { tank_id: tank.id, metric: ['ph'] } })).body.data
    expect(await alarms()).toMatchObject([{ state: 'active_unack' }])
    await remove(terminal)
    expect(await alarms()).toMatchObject([{ state: 'rtn_unack', note: 'Terminal silindi.' }])
  })

  test('a deleted terminal is listed only with `include_deleted`, and only for admins', async () => {
    const terminal = await kit.given.terminal()
    await kit.given.tank({ iot_ids: [terminal.id], firm_id: kit.ownFirm.id })
    await remove(terminal)
    expect([await listed({}, terminal), await listed({ include_deleted: true }, terminal)]).toEqual([0, 1])
    expect(await listed({ include_deleted: true }, terminal, kit.as.operator)).toBe(0)
    expect((await read(terminal, kit.as.operator)).status).toBe(404)
  })

  test('a deleted terminal is read-only', async () => {
    const terminal = await kit.given.terminal()
    await remove(terminal)
    const deleted = { status: 409, body: { code: 'record_deleted' } }
    expect(await update(terminal, { status: 'active' })).toMatchObject(deleted)
    expect(await remove(terminal)).toMatchObject(deleted)
    expect(await kit.as.admin.post(terminalsApi.rotateKey, { ...at(terminal), body: {} })).toMatchObject(deleted)
    const tank = await kit.given.tank()
    const assigned = await kit.as.admin.put(tanksApi.update, { ...at(tank), body: { iot_ids: [terminal.id] } })
    expect(assigned).toMatchObject({ status: 422, body: { code: 'unknown_terminal' } })
  })

  test('no call finds a hidden terminal', async () => {
    const { rows } = await kit.database.query<{ id: number }>(
      `insert into terminals (code, kind, status) values ('HIDDEN', 'manual', 'active') returning id`,
    )
    const hidden = { id: rows[0]?.id ?? 0 }
    expect((await remove(hidden)).status).toBe(404)
    expect((await restore(hidden)).status).toBe(404)
    expect(await listed({ include_deleted: true }, { code: 'HIDDEN' })).toBe(0)
  })

  test('only users who manage terminals may delete or restore one', async () => {
    const terminal = await kit.given.terminal()
    expect((await remove(terminal, kit.as.operator)).status).toBe(403)
    expect((await restore(terminal, kit.as.operator)).status).toBe(403)
    expect((await remove({ id: 999_999 })).status).toBe(404)
  })

  test('a terminal deleted while it is assigned to a tank is never on that tank', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [tank, terminal] = [await kit.given.tank(), await kit.given.terminal()]
      await Promise.all([
        remove(terminal),
        kit.as.admin.put(tanksApi.update, { ...at(tank), body: { iot_ids: [terminal.id] } }),
      ])
      expect((await read(terminal)).body).toMatchObject({ status: 'deleted', tank: null })
    }
  })
})

describe('POST /api/iots/:id/restore', () => {
  test('a restored terminal is inactive and on no tank; its key works again once it is active', async () => {
    const terminal = await kit.given.terminal()
    await remove(terminal)
    expect(await restore(terminal)).toMatchObject({ status: 200, body: { status: 'inactive', tank: null } })
    expect((await eventsOf(terminal)).at(-1)).toBe('restored')
    expect(await send(terminal)).toBe(403)
    await update(terminal, { status: 'active' })
    expect(await send(terminal)).toBe(201)
  })

  test('a terminal cannot be restored when another live terminal has its code', async () => {
    const terminal = await kit.given.terminal()
    await remove(terminal)
    const next = await kit.given.terminal({ code: terminal.code })
    expect(await restore(terminal)).toMatchObject({ status: 409, body: { code: 'code_taken' } })
    expect(await send(next)).toBe(201)
    expect(await send(terminal)).toBe(401)
  })

  test('a terminal that is not deleted cannot be restored', async () => {
    const terminal = await kit.given.terminal()
    expect(await restore(terminal)).toMatchObject({ status: 409, body: { code: 'record_not_deleted' } })
  })
})
