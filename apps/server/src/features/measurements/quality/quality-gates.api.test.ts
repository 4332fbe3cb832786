import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { describe, expect, test } from 'vitest'
import { useAlarmStage, type AlarmStage } from '../../../../tests/alarm-stage.ts'
import { OPEN_HISTORY_GATES } from '../../../../tests/open-gates.ts'
import { importHistory } from '../import/import-history.ts'
import { measurementLists } from '../lists/measurement-lists.sql.ts'
import { readSeries } from '../rollups/series.sql.ts'
import { readStats } from '../statistics/stats.sql.ts'
import { latestValues } from '../storing/latest-values.repository.ts'

// docs/behaviour/measurements.md, "Quality gate": from the stored reading to alarms, averages and the newest values.
let stage: AlarmStage
useAlarmStage((opened) => (stage = opened))

const LIMITS = {
  tank_temperature: { min: 10, max: 20 },
  ph: { min: 7.5, max: 8.5 },
  salinity: { min: 25, max: 38 },
  orp: { min: 150, max: 350 },
  conductivity: { min: 39, max: 56 },
}
type SentValues = Partial<Record<MetricKey, number>>
const SEA: SentValues = {
  tank_temperature: 14,
  ph: 8,
  salinity: 33,
  orp: 230,
  conductivity: 50,
  ambient_temperature: 20,
}
const AIR: SentValues = {
  tank_temperature: 19,
  ph: 7,
  salinity: 0,
  orp: 140,
  conductivity: 0.004,
  ambient_temperature: 20,
}

/** A tank with one sonde, which reports every 30 s. `usual`: readings in sea water before the test begins. */
async function sonde({ delay = 60, usual = 40 } = {}) {
  const tank = await stage.tank(await stage.template(LIMITS, delay))
  const [terminal = 0] = tank.terminals
  const from = stage.clock.now()
  const send = async (values: SentValues, ago = 0) => {
    if (ago === 0) stage.clock.advance(30_000)
    return (await stage.send({ terminal, tank: tank.id, ago, values }))[0]
  }
  for (let i = 0; i < usual; i += 1) await send(SEA)
  const scope = { terminals: [terminal], tanks: [tank.id] }
  const window = () => ({ from, to: stage.clock.now() + 1, metrics: METRIC_KEYS })
  return {
    ...tank,
    terminal,
    send,
    sendAll: async (all: readonly SentValues[]) => {
      for (const values of all) await send(values)
    },
    alarms: async () =>
      (await stage.rows(tank.id)).map(({ kind, metric, severity, state }) => `${kind} ${metric} ${severity} ${state}`),
    newest: async () => (await measurementLists(stage.database).list(scope, { page: 1, per_page: 1 })).data[0],
    latest: async () => (await latestValues(stage.database).forTanks([tank.id])).get(tank.id),
    stats: () =>
      readStats(stage.database, { tank_id: tank.id, terminal_id: 0 }, scope, { ...window(), now: stage.clock.now() }),
    series: () => readSeries(stage.database, scope, { ...window(), points: 500 }),
  }
}

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)

describe('a refused value', () => {
  test('is stored and shown with its reason, and counts in no average and as no newest value', async () => {
    const tank = await sonde()
    await tank.send({ ...SEA, ph: 5 })
    expect(await tank.newest()).toMatchObject({ ph: 5, orp: 230, refused: { ph: 'step' } })
    expect((await tank.stats()).ph).toMatchObject({ min: 8, avg: 8, max: 8, count: 40 })
    const { metrics, refused } = await tank.series()
    expect(metrics.ph?.min.at(-1)).toBeNull()
    expect(refused).toEqual({ ph: [{ time: stage.clock.now() / 1000, value: 5, reason: 'step' }] })
    expect(await tank.latest()).toMatchObject({ ph: { value: 8 }, refused: { ph: { value: 5, reason: 'step' } } })
    await tank.send(SEA)
    expect(await tank.latest()).not.toHaveProperty('refused')
  })

  test('raises no alarm, not even by the clock', async () => {
    const tank = await sonde({ delay: 0 })
    await tank.send({ ...SEA, ph: 5 })
    await stage.pass(20)
    expect(await tank.alarms()).toEqual([])
  })

  test('clears no alarm and does not extend it', async () => {
    const tank = await sonde({ delay: 0 })
    await tank.sendAll([
      { ...SEA, ph: 8.2 },
      { ...SEA, ph: 8.5 },
      { ...SEA, ph: 8.6 },
      { ...SEA, ph: 6 },
    ])
    expect(await tank.alarms()).toEqual(['high ph warning active_unack'])
    expect((await stage.rows(tank.id))[0]).toMatchObject({ value: 8.6, peak: 8.6 })
  })

  test('of a true sudden change is accepted with the third reading, and raises then', async () => {
    const tank = await sonde({ delay: 60 })
    await tank.sendAll(times(4, { ...SEA, ph: 5 }))
    expect(await tank.alarms()).toEqual([])
    await tank.send({ ...SEA, ph: 5 })
    expect(await tank.alarms()).toEqual(['low ph warning active_unack'])
  })

  test('that arrives again is a duplicate, another value for it a conflict', async () => {
    const tank = await sonde()
    expect(await tank.send({ ...SEA, ph: 5.1 })).toBe('stored')
    stage.clock.advance(1000)
    expect(await tank.send({ ...SEA, ph: 5.1 }, 1)).toBe('duplicate')
    expect(await tank.send({ ph: 8 }, 1)).toBe('conflict')
    expect(await tank.newest()).toMatchObject({ ph: 5.1, refused: { ph: 'step' } })
  })

  test('may be added to a stored reading, whose accepted values stay', async () => {
    const tank = await sonde()
    await tank.send({ tank_temperature: 14 })
    stage.clock.advance(1000)
    expect(await tank.send({ ph: 5.1, orp: 230 }, 1)).toBe('merged')
    expect(await tank.newest()).toMatchObject({ tank_temperature: 14, ph: 5.1, orp: 230, refused: { ph: 'step' } })
  })

  test('keeps a terminal and its metric from being silent', async () => {
    const tank = await sonde({ usual: 40 })
    for (let i = 0; i < 30; i += 1) {
      await tank.send({ ...SEA, orp: 999 })
      await stage.tick()
    }
    expect(await tank.alarms()).toEqual(['fault orp warning active_unack'])
  })
})

describe('a sensor that sends refused values only', () => {
  test('is one notice after its third reading and the delay, closed by an accepted value', async () => {
    const tank = await sonde()
    stage.notified()
    await tank.sendAll(times(2, { ...SEA, orp: 999 }))
    expect(await tank.alarms()).toEqual([])
    await tank.send({ ...SEA, orp: 999 })
    expect(await tank.alarms()).toEqual(['fault orp warning active_unack'])
    await tank.sendAll(times(20, { ...SEA, orp: 999 }))
    expect(stage.notified()).toEqual(['raised'])
  })

  test('is not noticed where the tank has no limits for it', async () => {
    const tank = await sonde()
    await tank.sendAll(times(5, { ...SEA, ambient_temperature: 85 }))
    expect((await tank.newest())?.refused).toEqual({ ambient_temperature: 'code' })
    expect(await tank.alarms()).toEqual([])
  })

  test('is unreliable for six hours after its last impossible value, also for a new process', async () => {
    const tank = await sonde()
    await tank.sendAll(times(5, { ...SEA, orp: 999 }))
    await stage.restart()
    await tank.send(SEA)
    expect((await tank.newest())?.refused).toEqual({ orp: 'unreliable' })
    stage.clock.advance(6 * 3_600_000)
    await tank.send(SEA)
    expect((await tank.newest())?.refused).toBeNull()
    expect(await tank.alarms()).toEqual(['fault orp warning rtn_unack'])
  })

  test('that fails again within a day is the same alarm without another notice', async () => {
    const tank = await sonde()
    const fault = times(3, { ...SEA, orp: 999 })
    await tank.sendAll([...fault, SEA])
    stage.notified()
    await tank.sendAll(fault)
    const [alarm] = await stage.rows(tank.id)
    expect(alarm).toMatchObject({ kind: 'fault', state: 'active_unack', occurrences: 2 })
    expect(stage.notified()).toEqual([])
  })

  test('raises nothing while a mode of the tank holds its metric', async () => {
    const tank = await sonde()
    await stage.database.query(
      `insert into tank_modes (tank_id, name, metrics, started_at, until) values ($1, 'calibration', '{orp}', $2, $3)`,
      [tank.id, new Date(stage.clock.now()), new Date(stage.clock.now() + 3_600_000)],
    )
    await tank.sendAll(times(10, { ...SEA, orp: 999 }))
    expect(await tank.alarms()).toEqual([])
  })
})

describe('a sonde out of the water', () => {
  test('is one alarm after the delay, whatever its metrics say, and an incident with that cause', async () => {
    const tank = await sonde()
    await tank.send(AIR)
    expect(Object.values((await tank.newest())?.refused ?? {})).toEqual(times(5, 'out_of_water'))
    await tank.sendAll([AIR, AIR])
    expect(await tank.alarms()).toEqual(['out_of_water conductivity warning active_unack'])
    const { rows } = await stage.database.query<{ cause: string }>(
      'select i.cause from alarms a join incidents i on i.id = a.incident_id where a.tank_id = $1',
      [tank.id],
    )
    expect(rows).toEqual([{ cause: 'out_of_water' }])
  })

  test('raises by the clock where its terminal reports rarely', async () => {
    const tank = await sonde({ delay: 20 })
    await tank.send(AIR)
    await stage.pass(25)
    expect(await tank.alarms()).toEqual(['out_of_water conductivity warning active_unack'])
  })

  test('is over when it is back, and its values count again', async () => {
    const tank = await sonde()
    await tank.sendAll([AIR, AIR, AIR, SEA])
    expect(await tank.alarms()).toEqual(['out_of_water conductivity warning rtn_unack'])
    expect((await tank.newest())?.refused).toBeNull()
  })

  test('is known to a new process, however many readings it has been out', async () => {
    const tank = await sonde()
    await tank.sendAll(times(100, AIR))
    await stage.restart()
    await tank.send(AIR)
    expect((await tank.newest())?.refused).toMatchObject({ ph: 'out_of_water', conductivity: 'out_of_water' })
  })

  test('clears its alarm with the reason when the tank is suspended', async () => {
    const tank = await sonde()
    await tank.sendAll([AIR, AIR, AIR])
    await stage.database.query(`update tanks set status = 'suspended' where id = $1`, [tank.id])
    await stage.alarms.evaluateTanks([tank.id])
    expect((await stage.rows(tank.id))[0]).toMatchObject({ state: 'rtn_unack', note: 'Tank askıya alındı.' })
  })

  test('keeps its alarm when limits change, because its newest values are refused', async () => {
    const tank = await sonde()
    await tank.sendAll([AIR, AIR, AIR])
    await stage.alarms.evaluateTanks([tank.id])
    expect(await tank.alarms()).toEqual(['out_of_water conductivity warning active_unack'])
  })
})

test('imported history is refused by the same rules, and raises nothing', async () => {
  const tank = await sonde({ usual: 0 })
  const start = stage.clock.now() - 86_400_000
  const reading = (i: number, ph: number) => ({
    terminal_id: tank.terminal,
    tank_id: tank.id,
    measured_at: start + i * 60_000,
    received_at: start + i * 60_000,
    values: METRIC_KEYS.map((key) => (key === 'ph' ? Math.fround(ph) : null)),
    clock_skew: false,
  })
  const readings = [...Array.from({ length: 40 }, (_, i) => reading(i, 8)), reading(40, 5), reading(41, 8)]
  await importHistory({ database: stage.database, readings })
  const listed = await measurementLists(stage.database).list(
    { terminals: [tank.terminal], tanks: [tank.id] },
    { page: 1, per_page: 100 },
  )
  expect(listed.data.flatMap(({ ph, refused }) => (refused ? [{ ph, refused }] : []))).toEqual([
    { ph: 5, refused: { ph: 'step' } },
  ])
  expect(await tank.alarms()).toEqual([])
  const other = await sonde({ usual: 0 })
  const open = readings.map((one) => ({ ...one, terminal_id: other.terminal, tank_id: other.id }))
  await importHistory({ database: stage.database, readings: open, gates: OPEN_HISTORY_GATES })
  expect((await latestValues(stage.database).forTanks([other.id])).get(other.id)).not.toHaveProperty('refused')
})
