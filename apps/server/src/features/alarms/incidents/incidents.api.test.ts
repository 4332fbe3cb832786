import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import { expect, test } from 'vitest'
import { findOpenIncidents, listIncidents } from './incidents.service.ts'
import { acknowledgeAlarms } from '../alarm-actions.ts'
import { useAlarmStage, type AlarmStage } from '../../../../tests/alarm-stage.ts'

let stage: AlarmStage
useAlarmStage((opened) => (stage = opened))

const SILENT_AFTER = 15 * 60 + 10
const open = () => findOpenIncidents(stage.database, 'all', 'tr')
const lines = async () =>
  (await open()).map(({ cause, place, state, alarms }) => `${cause} ${place} ${state} ${alarms.length}`)

/** Active tanks at one place, each with a terminal that has just delivered. */
async function tanksAt(location: string, count: number, limits: Parameters<AlarmStage['template']>[0] = {}) {
  const template = await stage.template(limits)
  const tanks = []
  for (let i = 0; i < count; i += 1) {
    const { id, terminals } = await stage.tank(template)
    await stage.database.db.updateTable('tanks').set({ location }).where('id', '=', id).execute()
    const terminal = terminals[0] ?? 0
    tanks.push({
      id,
      terminal,
      send: (values: Partial<Record<MetricKey, number>>) => stage.send({ terminal, tank: id, values }),
    })
  }
  for (const tank of tanks) await tank.send({ ph: 7.5 })
  return tanks
}

test('27 of 60 terminals that fall silent at once are one incident', async () => {
  const dark = await tanksAt('B Salonu', 27)
  const lit = await tanksAt('A Salonu', 33)
  await stage.pass(600)
  for (const tank of lit) await tank.send({ ph: 7.5 })
  await stage.pass(SILENT_AFTER - 600)
  expect(await lines()).toEqual(['outage B Salonu active_unack 27'])
  const [incident] = await open()
  expect(incident).toMatchObject({
    severity: 'critical',
    ended_at: null,
    evidence: '27 terminalin son ölçümleri 1 sn içinde kesildi.',
  })
  expect(incident?.tanks.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(dark.map(({ id }) => id))
  expect(incident?.alarms.every(({ incident_id }) => incident_id === incident.id)).toBe(true)
})

test('terminals of two places, and of two firms at equally named places, are separate outages', async () => {
  const north = await tanksAt('Kuzey', 3)
  await tanksAt('Güney', 6)
  const { id: firm_id } = await stage.database.db
    .insertInto('firms')
    .values({ code: 'NORTH', name: 'Kuzey' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const moved = (await tanksAt('Kuzey', 3)).map(({ id }) => id)
  await stage.database.db.updateTable('tanks').set({ firm_id }).where('id', 'in', moved).execute()
  await stage.pass(SILENT_AFTER)
  expect((await lines()).toSorted()).toEqual([
    'outage Güney active_unack 6',
    'outage Kuzey active_unack 3',
    'outage Kuzey active_unack 3',
  ])
  const [ofFirm] = await findOpenIncidents(stage.database, [firm_id], 'tr')
  expect(ofFirm?.tanks.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(moved)
  expect(north).toHaveLength(3)
})

test('a terminal that falls silent later joins the outage and is announced with it', async () => {
  const tanks = await tanksAt('B Salonu', 3)
  await stage.pass(40)
  const [late] = await tanksAt('B Salonu', 1)
  await stage.pass(SILENT_AFTER - 40)
  expect(await lines()).toEqual(['outage B Salonu active_unack 3'])
  await stage.pass(40)
  expect(await lines()).toEqual(['outage B Salonu active_unack 4'])
  expect([tanks.length, late?.id]).toEqual([3, expect.any(Number)])
})

test('the third silent terminal merges the incidents of the first two', async () => {
  await tanksAt('B Salonu', 1)
  await stage.pass(20)
  await tanksAt('B Salonu', 1)
  await stage.pass(20)
  await tanksAt('B Salonu', 1)
  await stage.pass(SILENT_AFTER - 20)
  expect(await lines()).toEqual(['null B Salonu active_unack 1', 'null B Salonu active_unack 1'])
  stage.announced()
  await stage.pass(20)
  expect(await lines()).toEqual(['outage B Salonu active_unack 3'])
  expect(new Set(stage.announced().map(({ incident_id }) => incident_id)).size).toBe(1)
})

test('metrics of a tank that leave their limits together are one incident, an hour later another', async () => {
  const [tank] = await tanksAt('A Salonu', 1, { ph: { max: 8 }, orp: { max: 400 }, tank_temperature: { max: 20 } })
  stage.clock.advance(1000)
  await tank?.send({ ph: 9, orp: 300 })
  await stage.pass(600)
  await tank?.send({ ph: 9, orp: 500 })
  expect(await lines()).toEqual(['null A Salonu active_unack 2'])
  await stage.pass(600)
  await tank?.send({ ph: 9, orp: 500 })
  await stage.pass(600)
  await tank?.send({ ph: 9, orp: 500, tank_temperature: 25 })
  expect(await lines()).toEqual(['null A Salonu active_unack 1', 'null A Salonu active_unack 2'])
})

test('a lifted sonde is one incident with its likely cause', async () => {
  const [tank] = await tanksAt('A Salonu', 1, { ph: { min: 7 }, salinity: { min: 25 }, conductivity: { min: 40 } })
  stage.clock.advance(1000)
  await tank?.send({ ph: 7.5, salinity: 0.1, conductivity: 0.2 })
  await stage.pass(20)
  await tank?.send({ ph: 6, salinity: 0.1, conductivity: 0.2 })
  expect(await lines()).toEqual(['out_of_water A Salonu active_unack 3'])
})

/** Recorded readings of a tank (demo-data), of 11 July 2023, when its sonde was lifted out of the seawater. */
function recordedLift(file: string): { at: number; values: Partial<Record<MetricKey, number>> }[] {
  const path = new URL(`../../../../../../demo-data/pnnl-mesocosm-tanks-2023/${file}`, import.meta.url)
  const lines = gunzipSync(readFileSync(path)).toString().split('\n')
  return lines.flatMap((line) => {
    const [, at = '', ...cells] = line.split(',')
    if (at < '2023-07-11T13:10' || at > '2023-07-11T20:00') return []
    const values = METRIC_KEYS.flatMap((key, index) => (cells[index] ? [[key, Number(cells[index])]] : []))
    return [{ at: Date.parse(at), values: Object.fromEntries(values) as Partial<Record<MetricKey, number>> }]
  })
}

test('the recorded lifts of July 2023 are one alarm for each tank, and an incident with its cause', async () => {
  const seawater = {
    tank_temperature: { min: 11, max: 16.5 },
    ph: { min: 7.5, max: 8.4 },
    salinity: { min: 25, max: 33 },
    orp: { min: 90, max: 300 },
    conductivity: { min: 39, max: 51 },
  }
  const tanks = await tanksAt('Deniz', 2, seawater)
  const files = ['combination--pnnl-bare-tank+logger+met.csv.gz', 'combination--pnnl-eelgrass-tank+logger+met.csv.gz']
  const rows = files.flatMap((file, index) => recordedLift(file).map((row) => ({ ...row, tank: tanks[index] })))
  let before: number | null = null
  for (const { at, tank, values } of rows.toSorted((a, b) => a.at - b.at)) {
    stage.clock.advance(before === null ? 1000 : at - before)
    before = at
    await tank?.send(values)
  }
  const found = (await open()).map(({ cause, tanks: [tank], alarms }) => [
    cause,
    tank?.id,
    alarms.map(({ kind, metric }) => `${kind} ${metric}`),
  ])
  expect(found.toSorted((a, b) => Number(a[1]) - Number(b[1]))).toEqual([
    ['out_of_water', tanks[0]?.id, ['out_of_water conductivity']],
    ['out_of_water', tanks[1]?.id, ['out_of_water conductivity']],
  ])
})

test('an incident closes with the last of its alarms, and opens again with one that comes back', async () => {
  const [tank] = await tanksAt('A Salonu', 1, { ph: { max: 8 }, orp: { max: 400 } })
  stage.clock.advance(1000)
  await tank?.send({ ph: 9, orp: 500 })
  const [incident] = await open()
  const ids = incident?.alarms.map(({ id }) => id) ?? []
  const caller = { id: await user(), name: 'Biri', firms: 'all' as const, permissions: new Set<never>() }
  await acknowledgeAlarms(stage.needs, ids, caller, null)
  expect(await lines()).toEqual(['null A Salonu active_ack 2'])
  stage.clock.advance(1000)
  await tank?.send({ ph: 7.5, orp: 300 })
  expect(await lines()).toEqual([])
  const closed = await listIncidents(stage.database, { page: 1, per_page: 25, state: 'closed' }, 'all', 'en')
  expect(closed.data[0]).toMatchObject({ id: incident?.id, state: 'closed', evidence: expect.stringContaining('tank') })
  expect(closed.data[0]?.ended_at).not.toBeNull()
  stage.clock.advance(1000)
  await tank?.send({ ph: 9, orp: 300 })
  expect((await open()).map(({ id, state }) => `${id} ${state}`)).toEqual([`${incident?.id} active_ack`])
})

async function user(): Promise<number> {
  const values = { name: 'Biri', email: `biri-${stage.clock.now()}@dalyan.test`, password_hash: 'none' }
  return (await stage.database.db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()).id
}

test('terminals of one gateway at different places that fall silent together are one outage', async () => {
  const tanks = [await tanksAt('Kuzey', 1), await tanksAt('Güney', 1), await tanksAt('Batı', 1)].flat()
  const others = [await tanksAt('Kuzey', 1), await tanksAt('Güney', 1)].flat()
  const gateway = { value: 'GW-7', at: '2026-11-20T10:00:00.000Z' }
  for (const { terminal } of tanks)
    await stage.database.query('insert into terminal_health (terminal_id, health) values ($1, $2)', [
      terminal,
      JSON.stringify({ battery: null, rssi: null, snr: null, gateway }),
    ])
  await stage.pass(SILENT_AFTER)
  const outages = (await open()).filter(({ cause }) => cause === 'outage')
  expect(outages.map((incident) => incident.alarms.length)).toEqual([3])
  expect(outages[0]?.tanks.map(({ id }) => id)).toEqual(tanks.map(({ id }) => id))
  expect(await open()).toHaveLength(1 + others.length)
})
