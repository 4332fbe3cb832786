import { measurementsApi } from '@dalyan/contracts/measurements'
import { tanksApi, type TankOrderQuery } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

/** Inserts a pH that a terminal measured on a tank. @returns its time. */
async function measured(tankId: number, terminalId: number, ph: number, secondsAgo: number): Promise<string> {
  const at = new Date(kit.clock.now() - secondsAgo * 1000).toISOString()
  await kit.database.query(
    `insert into latest (terminal_id, tank_id, measured_at, received_at, ph, ph_at) values ($1, $2, $3, $3, $4, $3)`,
    [terminalId, tankId, at, ph],
  )
  return at
}

describe('GET /api/tanks/:id/latest', () => {
  test('lists the newest values of each terminal now on the tank, without former terminals and other tanks', async () => {
    const [first, second, gone] = [
      await kit.given.terminal({ code: 'LATE-1' }),
      await kit.given.terminal({ code: 'LATE-2' }),
      await kit.given.terminal({ code: 'LATE-3' }),
    ]
    const tank = await kit.given.tank({ iot_ids: [second.id, first.id] })
    const other = await kit.given.tank({ iot_ids: [gone.id] })
    const at = await measured(tank.id, first.id, 7.5, 60)
    await measured(tank.id, second.id, 9.1, 10)
    await measured(tank.id, gone.id, 6, 5)
    await measured(other.id, gone.id, 6.5, 5)

    const { body } = await kit.as.admin.get(tanksApi.latest, { params: { id: tank.id } })
    expect(body.data.map(({ iot_id, ph }) => [iot_id, ph?.value])).toEqual([
      [first.id, 7.5],
      [second.id, 9.1],
    ])
    expect(body.data[0]).toMatchObject({
      measured_at: at,
      ph: { value: 7.5, measured_at: at, iot_id: first.id },
      orp: null,
    })
  })

  test('lists readings entered by hand without a terminal', async () => {
    const tank = await kit.given.tank()
    await kit.as.admin.post(measurementsApi.enter, { params: { id: tank.id }, body: { orp: 210 } })
    const { body } = await kit.as.admin.get(tanksApi.latest, { params: { id: tank.id } })
    expect(body.data).toMatchObject([{ iot_id: null, orp: { value: 210, iot_id: null } }])
  })
})

test('the sources of a tank’s readings are its terminals first, then those that left or were removed', async () => {
  const [here, moved, removed, silent] = [
    await kit.given.terminal({ code: 'SRC-9' }),
    await kit.given.terminal({ code: 'SRC-2' }),
    await kit.given.terminal({ code: 'SRC-1' }),
    await kit.given.terminal({ code: 'SRC-3' }),
  ]
  const tank = await kit.given.tank({ iot_ids: [here.id, moved.id, removed.id, silent.id] })
  const other = await kit.given.tank()
  for (const { id } of [here, moved, removed]) await measured(tank.id, id, 7.5, 60)
  await measured(other.id, here.id, 7.5, 90)
  await kit.as.admin.post(measurementsApi.enter, { params: { id: tank.id }, body: { orp: 210 } })
  await kit.as.admin.put(tanksApi.update, { params: { id: other.id }, body: { iot_ids: [moved.id] } })
  await kit.as.admin.delete(terminalsApi.remove, { params: { id: removed.id } })

  const sources = async (id: number) =>
    (await kit.as.admin.get(measurementsApi.tankSources, { params: { id } })).body.data.map(({ code, is_on_tank }) => [
      code,
      is_on_tank,
    ])
  expect(await sources(tank.id)).toEqual([
    ['SRC-9', true],
    ['SRC-1', false],
    ['SRC-2', false],
  ])
  expect(await sources(other.id)).toEqual([['SRC-9', false]])
})

describe('GET /api/tanks/:id/neighbours', () => {
  test('returns the previous and next tank in a list’s order and filter; the first and last have only one', async () => {
    const made = []
    for (const [code, name] of [
      ['NEXT-1', 'Çipura'],
      ['NEXT-2', 'Alabalık'],
      ['NEXT-3', 'Levrek'],
    ]) {
      made.push(await kit.given.tank({ code: code ?? '', name: name ?? '', province: 'Rize' }))
    }
    const [first, second, third] = made
    const beside = async (id = 0, query: Partial<TankOrderQuery> = { filter_code: 'next-' }) => {
      const { body } = await kit.as.admin.get(tanksApi.neighbours, { params: { id }, query })
      return [body.previous?.code ?? null, body.position, body.next?.code ?? null]
    }
    expect(await beside(first?.id)).toEqual([null, 1, 'NEXT-2'])
    expect(await beside(second?.id)).toEqual(['NEXT-1', 2, 'NEXT-3'])
    expect(await beside(third?.id)).toEqual(['NEXT-2', 3, null])
    const byName = { search: 'next-', filter_province: 'rize', sort: [{ field: 'name' as const, descending: true }] }
    expect(await beside(first?.id, byName)).toEqual(['NEXT-3', 2, 'NEXT-2'])
    expect(await beside(first?.id, { filter_name: 'levrek' })).toEqual([null, null, null])
  })

  test('skips tanks that the caller may not see', async () => {
    const mine = [
      await kit.given.tank({ code: 'MINE-1', firm_id: kit.ownFirm.id }),
      await kit.given.tank({ code: 'MINE-3', firm_id: kit.ownFirm.id }),
    ]
    await kit.given.tank({ code: 'MINE-2' })
    const { body } = await kit.as.operator.get(tanksApi.neighbours, {
      params: { id: mine[0]?.id ?? 0 },
      query: { search: 'mine-' },
    })
    expect(body).toMatchObject({ previous: null, position: 1, next: { id: mine[1]?.id, code: 'MINE-3' } })
  })
})
