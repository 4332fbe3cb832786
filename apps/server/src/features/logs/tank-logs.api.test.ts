import { logsApi, TankLogPage } from '@dalyan/contracts/logs'
import { tanksApi, type Tank } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { TestUser } from '../../../tests/test-users.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

let kit: TestApp
let tank: Tank
beforeAll(async () => {
  kit = await startTestApp()
  tank = await kit.given.tank({ firm_id: kit.ownFirm.id, status: 'active' })
  await kit.as.operator.put(tanksApi.update, { params: { id: tank.id }, body: { notes: 'Filtre temizlendi' } })
})
afterAll(() => kit.close())

const own = (caller: TestUser, query: object = {}, { id }: { id: number } = tank) =>
  caller.get(logsApi.tank, { params: { id }, query })
const all = (query: object = {}) => kit.as.admin.get(logsApi.tanks, { query })
const words = (reply: Awaited<ReturnType<typeof own>>) => reply.body.data.map(({ event }) => event)

test('an operator reads the log of a tank of the own firm, newest first, with the actors', async () => {
  const reply = await own(kit.as.operator)
  expect(words(reply)).toEqual(['updated', 'terminal_assigned', 'created'])
  expect(reply.body.data[0]).toMatchObject({
    tank: { id: tank.id, code: tank.code },
    status: 'success',
    processor: { type: 'user', id: kit.as.operator.id },
    meta: { changes: { notes: { from: null, to: 'Filtre temizlendi' } } },
  })
  expect(z.parse(TankLogPage, reply.body)).toEqual(reply.body)
  expect(words(await own(kit.as.operator, { event: 'ASSIGN' }))).toEqual(['terminal_assigned'])
  expect(words(await own(kit.as.operator, { status: ['error', 'warning'] }))).toEqual([])
  const second = await own(kit.as.operator, { page: 2, per_page: 1 })
  expect([words(second), second.body.total]).toEqual([['terminal_assigned'], 3])
})

test('the log of another firm’s tank or an unknown tank responds 404, and customers get 403', async () => {
  const foreign = await kit.given.tank({ firm_id: (await kit.given.firm()).id })
  expect((await own(kit.as.operator, {}, foreign)).status).toBe(404)
  expect((await own(kit.as.operator, {}, { id: 999_999 })).status).toBe(404)
  expect((await own(kit.as.customer)).status).toBe(403)
  expect((await kit.as.operator.get(logsApi.tanks)).status).toBe(403)
})

test('only admins read the log of a deleted tank', async () => {
  const gone = await kit.given.tank({ firm_id: kit.ownFirm.id })
  await kit.as.admin.delete(tanksApi.remove, { params: { id: gone.id } })
  expect(words(await own(kit.as.admin, {}, gone))).toEqual(['deleted', 'created'])
  expect((await own(kit.as.operator, {}, gone)).status).toBe(404)
})

test('the log of all tanks is filtered by tank and followed from an entry', async () => {
  const other = await kit.given.tank()
  expect((await all()).body.data[0]).toMatchObject({ tank: { id: other.id }, event: 'created' })
  const ofTank = (await all({ tank_id: tank.id })).body
  expect(ofTank.data.map(({ event }) => event)).toEqual(['updated', 'terminal_assigned', 'created'])
  const first = ofTank.data.at(-1)?.id
  expect(words(await all({ tank_id: tank.id, after_id: first }))).toEqual(['terminal_assigned', 'updated'])
  expect((await all({ from: '2026-02-02', to: '2026-02-01' })).body.code).toBe('from_after_to')
})

test('the tank log filtered by terminal lists when it was assigned to and removed from tanks', async () => {
  const terminal = await kit.given.terminal()
  const [first, second] = [await kit.given.tank(), await kit.given.tank()]
  for (const { id } of [first, second])
    await kit.as.admin.put(terminalsApi.update, { params: { id: terminal.id }, body: { tank_id: id } })
  const { data, total } = (await all({ iot_id: terminal.id })).body
  expect(data.map(({ tank: of, event }) => [of.id, event])).toEqual([
    [second.id, 'terminal_assigned'],
    [first.id, 'terminal_removed'],
    [first.id, 'terminal_assigned'],
  ])
  expect(total).toBe(3)
  expect(words(await all({ iot_id: terminal.id, tank_id: second.id }))).toEqual(['terminal_assigned'])
  expect(words(await all({ iot_id: 999_999 }))).toEqual([])
  expect((await all({ iot_id: 'x' })).status).toBe(422)
})

test('an operator follows the log of a tank and filters it by time', async () => {
  const page = (await own(kit.as.operator, { per_page: 1 })).body
  expect(page.follow_after).toBeGreaterThan(0)
  await kit.as.operator.put(tanksApi.update, { params: { id: tank.id }, body: { notes: 'Yem verildi' } })
  await expect.poll(async () => words(await own(kit.as.operator, { after_id: page.follow_after }))).toEqual(['updated'])
  expect(words(await own(kit.as.operator, { to: '2020-01-01' }))).toEqual([])
})
