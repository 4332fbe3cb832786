import { alarmsApi } from '@dalyan/contracts/alarms'
import { tanksApi, type Tank } from '@dalyan/contracts/tanks'
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
const remove = (tank: { id: number }, caller: TestUser = kit.as.admin) => caller.delete(tanksApi.remove, at(tank))
const restore = (tank: { id: number }, caller: TestUser = kit.as.admin) => caller.post(tanksApi.restore, at(tank))
const read = (tank: { id: number }, caller: TestUser = kit.as.admin) => caller.get(tanksApi.get, at(tank))
const ownTank = (wish: { status?: 'active' | 'inactive' | 'suspended'; code?: string } = {}) =>
  kit.given.tank({ firm_id: kit.ownFirm.id, ...wish })
const listed = async (query: object, { code }: { code: string }, caller: TestUser = kit.as.admin) =>
  (await caller.get(tanksApi.list, { query: { filter_code: code, ...query } })).body.total
async function logOf({ id }: { id: number }) {
  const { rows } = await kit.database.query<{ event: string; meta: object; processor: object }>(
    'select event, meta, processor from tank_logs where tank_id = $1 order by id',
    [id],
  )
  return rows
}
async function terminalOf({ iots }: Tank) {
  return (await kit.as.admin.get(terminalsApi.get, at({ id: iots[0]?.id ?? 0 }))).body
}

describe('DELETE /api/tanks/:id', () => {
  test('deleting a tank frees its terminals and announces the change', async () => {
    const tank = await ownTank({ status: 'active' })
    kit.emitted()
    expect(await remove(tank)).toMatchObject({ status: 204, body: undefined })
    expect((await read(tank)).body).toMatchObject({ status: 'deleted', iots: [], code: tank.code })
    expect(await terminalOf(tank)).toMatchObject({ status: 'active', tank: null })
    expect((await logOf(tank)).slice(-2)).toMatchObject([
      { event: 'deleted', meta: { from: 'active', to: 'deleted' }, processor: { type: 'user', id: kit.as.admin.id } },
      { event: 'terminal_removed', meta: { to: null } },
    ])
    expect(kit.emitted()).toContainEqual({ name: 'tank.changed', data: { id: tank.id } })
  })

  test('hides the tank from lists unless they include deleted ones, and from all users but admins', async () => {
    const tank = await ownTank()
    await remove(tank)
    expect([await listed({}, tank), await listed({ include_deleted: true }, tank)]).toEqual([0, 1])
    expect(await listed({ include_deleted: true }, tank, kit.as.operator)).toBe(0)
    expect((await read(tank, kit.as.operator)).status).toBe(404)
    expect((await read(tank, kit.as.customer)).status).toBe(404)
  })

  test('makes the tank read-only', async () => {
    const tank = await ownTank()
    await remove(tank)
    const change = await kit.as.admin.put(tanksApi.update, { ...at(tank), body: { name: 'Yeni', status: 'inactive' } })
    expect(change).toMatchObject({ status: 409, body: { code: 'record_deleted' } })
    expect(await remove(tank)).toMatchObject({ status: 409, body: { code: 'record_deleted' } })
    const terminal = await kit.given.terminal()
    const moved = await kit.as.admin.put(terminalsApi.update, { ...at(terminal), body: { tank_id: tank.id } })
    expect(moved).toMatchObject({ status: 422, body: { code: 'unknown_tank' } })
    expect((await read(tank)).body.name).toBe(tank.name)
  })

  test('frees the tank’s code', async () => {
    const tank = await ownTank()
    await remove(tank)
    expect((await ownTank({ code: tank.code })).id).not.toBe(tank.id)
  })

  test('clears the tank’s open alarms with the reason and removes them from lists', async () => {
    const { id: range_template_id } = await kit.given.rangeTemplate({ delay_seconds: 0 })
    const terminal = await kit.given.terminal()
    const tank = await kit.given.tank({ range_template_id, iot_ids: [terminal.id], status: 'active' })
    expect(await kit.send(terminal, { ph: 9.9 })).toBe(201)
    const listed = async () =>
      (await kit.as.admin.get(alarmsApi.list, { query: { tank_id: tank.id, status: 'all' } })).body.data
    expect(await listed()).toMatchObject([{ state: 'active_unack', cleared_at: null }])
    await remove(tank)
    const kept = await kit.database.query('select state, cleared_at, note from alarms where tank_id = $1', [tank.id])
    expect(kept.rows).toMatchObject([
      { state: 'rtn_unack', cleared_at: expect.any(String) as string, note: 'Tank silindi.' },
    ])
    expect(await listed()).toEqual([])
  })

  test('is only for users who manage tanks, and responds 404 for an unknown tank', async () => {
    const tank = await ownTank()
    expect((await remove(tank, kit.as.operator)).status).toBe(403)
    expect((await restore(tank, kit.as.operator)).status).toBe(403)
    expect((await remove({ id: 999_999 })).status).toBe(404)
    expect((await restore({ id: 999_999 })).status).toBe(404)
  })

  test('deletes once when several requests come at once', async () => {
    const tank = await ownTank({ status: 'active' })
    const replies = await Promise.all([remove(tank), remove(tank), remove(tank)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409, 409])
    expect((await logOf(tank)).filter(({ event }) => event === 'deleted')).toHaveLength(1)
  })

  test('never leaves a terminal on a deleted tank when one is assigned at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [tank, terminal] = [await ownTank(), await kit.given.terminal()]
      const [, put] = await Promise.all([
        remove(tank),
        kit.as.admin.put(terminalsApi.update, { ...at(terminal), body: { tank_id: tank.id } }),
      ])
      expect([200, 422]).toContain(put.status)
      expect((await kit.as.admin.get(terminalsApi.get, at(terminal))).body.tank).toBeNull()
    }
  })
})

describe('POST /api/tanks/:id/restore', () => {
  test('restores the tank as inactive with its firm and template, without terminals', async () => {
    const { id: range_template_id } = await kit.given.rangeTemplate()
    const tank = await kit.given.tank({ firm_id: kit.ownFirm.id, range_template_id, status: 'active' })
    await remove(tank)
    kit.emitted()
    const { status, body } = await restore(tank)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { status: 'inactive', iots: [], firm: kit.ownFirm, range_template: { id: range_template_id } },
    })
    expect((await logOf(tank)).at(-1)).toMatchObject({ event: 'restored', meta: { from: 'deleted', to: 'inactive' } })
    expect(kit.emitted()).toContainEqual({ name: 'tank.changed', data: { id: tank.id } })
    expect((await read(tank, kit.as.customer)).status).toBe(200)
  })

  test('drops a firm and a template that were deleted meanwhile', async () => {
    const firm = await kit.given.firm()
    const template = await kit.given.rangeTemplate()
    const tank = await kit.given.tank({ firm_id: firm.id, range_template_id: template.id })
    await remove(tank)
    await kit.database.query(`update firms set status = 'deleted' where id = $1`, [firm.id])
    await kit.database.query('update range_templates set deleted_at = now() where id = $1', [template.id])
    expect((await restore(tank)).body).toMatchObject({ firm: null, range_template: null })
  })

  test('is refused when another live tank has its code', async () => {
    const tank = await ownTank()
    await remove(tank)
    await ownTank({ code: tank.code })
    const refused = await restore(tank)
    expect(refused).toMatchObject({ status: 409, body: { code: 'code_taken' } })
    expect(refused.body.errors).toHaveProperty('code')
    expect((await read(tank)).body.status).toBe('deleted')
  })

  test('is refused for a tank that is not deleted', async () => {
    const tank = await ownTank({ status: 'active' })
    expect(await restore(tank)).toMatchObject({ status: 409, body: { code: 'record_not_deleted' } })
    expect((await read(tank)).body.status).toBe('active')
  })

  test('restores one of two deleted tanks with the same code', async () => {
    const first = await ownTank()
    await remove(first)
    const second = await ownTank({ code: first.code })
    await remove(second)
    const replies = await Promise.all([restore(first), restore(second)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})
