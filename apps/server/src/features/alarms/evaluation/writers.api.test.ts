import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outOfRangeBit } from '../../measurements/storing/limits-in-force.ts'
import { readLimitsVersion } from '../../measurements/storing/tank-limits.sql.ts'
import { openAlarmStage, type AlarmStage } from '../../../../tests/alarm-stage.ts'
import { counted } from '../../../../tests/counted.ts'
import { givenPhTank } from '../../../../tests/given-ph-tank.ts'

// Invariants of concurrent evaluation by both writers and the clock, and across restarts.
let stage: AlarmStage
beforeAll(async () => {
  stage = await openAlarmStage()
})
afterAll(() => stage.close())

test('two terminals of one tank through both writers at once raise one alarm that both hold', async () => {
  const tank = await givenPhTank(stage, { terminals: 2 })
  for (let i = 0; i < 15; i += 1) {
    stage.clock.advance(1000)
    await Promise.all([tank.send(8.5 + i / 100), tank.send(8.6 + i / 100, 0, tank.other)])
  }
  expect(await tank.states()).toEqual(['active_unack'])
  stage.clock.advance(1000)
  await tank.send(7.5)
  expect(await tank.states()).toEqual(['active_unack'])
  await tank.send(7.5, 0, tank.other)
  expect(await tank.states()).toEqual(['rtn_unack'])
})

test('many tanks that go out and return through both writers, in opposite orders, cause no deadlock', async () => {
  const tanks: Awaited<ReturnType<typeof givenPhTank>>[] = []
  for (let i = 0; i < 6; i += 1) tanks.push(await givenPhTank(stage, { terminals: 2 }))
  for (const ph of [8.5, 7.5, 8.5, 7.5]) {
    stage.clock.advance(1000)
    const batch = (pick: 0 | 1) =>
      tanks.map(({ id, terminals }) => ({
        terminal: terminals[pick] ?? 0,
        tank: id,
        values: { ph },
      }))
    await Promise.all([stage.send(...batch(0)), stage.send(...batch(1).toReversed())])
  }
  for (const tank of tanks) expect(await stage.rows(tank.id)).toMatchObject([{ state: 'rtn_unack', occurrences: 2 }])
})

test('concurrent writers and clock leave at most one open alarm per key, and a terminal holds every active one', async () => {
  const tanks = [await givenPhTank(stage, { terminals: 2 }), await givenPhTank(stage, { terminals: 2, delay: 20 })]
  const picks = tanks.map((tank) => [tank.id, ...tank.terminals])
  let seed = 7
  const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below
  for (let round = 0; round < 40; round += 1) {
    stage.clock.advance(5000)
    const send = () => {
      const [id = 0, ...terminals] = picks[random(2)] ?? []
      const values = { ph: [6.5, 7.02, 7.5, 7.98, 8.5][random(5)] ?? 7.5 }
      return stage.send({ terminal: terminals[random(2)] ?? 0, tank: id, values })
    }
    const ids = tanks.map(({ id }) => id)
    const others = [() => stage.tick(), () => stage.alarms.evaluateTanks(ids), () => stage.raiseDue(ids)]
    await Promise.all([send(), send(), send(), others[random(3)]?.()])
    const { rows } = await stage.database.query<{ wrong: number }>(
      `select count(*) as wrong from (
select a.tank_id, a.kind from alarms a where a.tank_id = any($1) and a.kind <> 'silent' and a.closed_at is null group by 1, 2 having count(*) > 1
union all
select tank_id, kind
from (select * from alarms where state in ('active_unack', 'active_ack') and kind <> 'silent') a
full join (select distinct tank_id, metric, kind, holds from alarm_excursions where holds) e using (tank_id, metric, kind)
where tank_id = any($1) and (a.id is null or e.holds is null)) w`,
      [ids],
    )
    expect(rows).toEqual([{ wrong: 0 }])
  }
})

test('the database refuses a second open alarm of a tank, metric and side', async () => {
  const tank = await givenPhTank(stage)
  await tank.send(8.5)
  const again = stage.database.query(
    `insert into alarms (incident_id, tank_id, terminal_id, metric, kind, severity, state, out_since, raised_at, last_at, occurred_at, notified_at)
select incident_id, tank_id, terminal_id, metric, kind, severity, state, out_since, raised_at, last_at, occurred_at, notified_at from alarms where tank_id = $1`,
    [tank.id],
  )
  await expect(again).rejects.toThrow(/alarms_open_limit/)
})

test('a restart loses no excursion and repeats no notification', async () => {
  const tank = await givenPhTank(stage, { delay: 60 })
  await tank.send(8.5)
  await stage.restart()
  stage.clock.advance(60_000)
  await tank.send(8.6)
  await stage.restart()
  stage.clock.advance(1000)
  await tank.send(8.7)
  expect(await stage.rows(tank.id)).toMatchObject([{ state: 'active_unack', occurrences: 1, peak: 8.7 }])
})

test('the clock raises an excursion whose delay a reboot interrupted', async () => {
  const tank = await givenPhTank(stage, { delay: 60 })
  await tank.send(8.5)
  stage.clock.advance(30_000)
  await stage.restart()
  await stage.pass(30)
  expect(await tank.states()).toEqual(['active_unack'])
})

test('a batch without a value out costs one query', async () => {
  const tank = await givenPhTank(stage)
  const values = [null, null, null, null, null, 7.5, null, null, null]
  const reading = {
    terminal_id: tank.terminal,
    tank_id: tank.id,
    measured_at: stage.clock.now(),
    received_at: stage.clock.now(),
    values,
    clock_skew: false,
    refused: null,
    out_of_range: 0,
    limits_version: await readLimitsVersion(stage.database),
  }
  const { on, asked } = counted(stage.database)
  const readings = Array.from({ length: 1000 }, () => reading)
  expect(await stage.alarms.evaluate(on, readings)).toEqual([])
  expect(asked()).toBe(1)
})

test('a batch that raises many alarms needs as many queries as one that raises few', async () => {
  const template = await stage.template({ ph: { max: 8 } })
  const asked = async (tanks: number) => {
    const all = await Promise.all(Array.from({ length: tanks }, () => stage.tank(template)))
    const at = { measured_at: stage.clock.now(), received_at: stage.clock.now(), clock_skew: false, refused: null }
    const verdict = { out_of_range: outOfRangeBit('ph'), limits_version: await readLimitsVersion(stage.database) }
    const values = METRIC_KEYS.map((key) => (key === 'ph' ? 8.5 : null))
    const readings = all.map(({ id, terminals }) => ({
      terminal_id: terminals[0] ?? 0,
      tank_id: id,
      values,
      ...at,
      ...verdict,
    }))
    return stage.database.transact(async (connection) => {
      const { on, asked: sent } = counted(connection)
      expect(await stage.alarms.evaluate(on, readings)).toHaveLength(tanks)
      return sent()
    })
  }
  expect(await asked(40)).toBe(await asked(2))
})

test('readings checked by an earlier version of limits are evaluated by the current one', async () => {
  const tank = await givenPhTank(stage)
  const reading = {
    terminal_id: tank.terminal,
    tank_id: tank.id,
    measured_at: stage.clock.now(),
    received_at: stage.clock.now(),
    values: METRIC_KEYS.map((key) => (key === 'ph' ? 8.5 : null)),
    clock_skew: false,
    refused: null,
    out_of_range: 0,
    limits_version: (await readLimitsVersion(stage.database)) - 1,
  }
  await stage.database.transact(async (connection) => {
    expect(await stage.alarms.evaluate(connection, [reading])).toHaveLength(1)
  })
})
