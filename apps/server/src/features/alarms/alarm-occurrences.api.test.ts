import { ROLE_PERMISSIONS } from '@dalyan/contracts/permissions'
import { expect, test } from 'vitest'
import { acknowledgeAlarm } from './alarm-actions.ts'
import { useAlarmStage, type AlarmStage } from '../../../tests/alarm-stage.ts'
import { counted } from '../../../tests/counted.ts'
import { givenPhTank } from '../../../tests/given-ph-tank.ts'
import { instantAt } from '../../core/clock.ts'
import { ALARM_COLUMNS, alarmsRepository, PAST_COLUMNS } from './alarms.sql.ts'
import { transition } from './machine/alarm-machine.rules.ts'

const MINUTE_MS = 60_000

let stage: AlarmStage
useAlarmStage((opened) => (stage = opened))

let people = 0
async function operator(name: string) {
  const { rows } = await stage.database.query<{ id: number }>(
    `insert into users (name, email, password_hash) values ($1, $2, 'x') returning id`,
    [name, `${(people += 1)}@example.test`],
  )
  return { id: rows[0]?.id ?? 0, name, firms: 'all' as const, permissions: new Set(ROLE_PERMISSIONS.operator) }
}

const occurrencesOf = async (id: number) => (await stage.alarmReads.findOccurrences(id, 'all')) ?? []
const alarmOf = async (tankId: number) => {
  const [row] = await stage.rows(tankId)
  const [alarm] = await stage.alarmReads.findByIds([row?.id ?? 0])
  return alarm ?? null
}
const now = () => instantAt(stage.clock.now())

test('each occurrence of an alarm has its own times, worst value, acknowledgement and note', async () => {
  const [tank, elif] = [await givenPhTank(stage), await operator('Elif')]
  const send = async (ph: number) => {
    stage.clock.advance(MINUTE_MS)
    await tank.send(ph)
    return now()
  }
  const firstOut = await send(8.9)
  const id = (await alarmOf(tank.id))?.id ?? 0
  const firstBack = await send(7.5)
  const secondOut = await send(8.2)
  await acknowledgeAlarm(stage.needs, id, elif, 'pompa')
  const acknowledged = now()
  const secondBack = await send(7.5)
  const thirdOut = await send(8.3)

  expect(await occurrencesOf(id)).toEqual([
    {
      number: 1,
      out_since: firstOut,
      raised_at: firstOut,
      cleared_at: firstBack,
      value: 8.9,
      peak: 8.9,
      acknowledged_at: null,
      acknowledged_by: null,
      note: null,
    },
    {
      number: 2,
      out_since: secondOut,
      raised_at: secondOut,
      cleared_at: secondBack,
      value: 8.2,
      peak: 8.2,
      acknowledged_at: acknowledged,
      acknowledged_by: { id: elif.id, name: 'Elif' },
      note: 'pompa',
    },
    {
      number: 3,
      out_since: thirdOut,
      raised_at: thirdOut,
      cleared_at: null,
      value: 8.3,
      peak: 8.3,
      acknowledged_at: null,
      acknowledged_by: null,
      note: null,
    },
  ])
  // The alarm keeps the start of its first occurrence and its worst value.
  expect(await alarmOf(tank.id)).toMatchObject({ occurrences: 3, raised_at: firstOut, peak: 8.9, state: 'active_ack' })
})

test('an alarm that returns within 30 minutes does not show the user who acknowledged its last occurrence', async () => {
  const [tank, elif, murat] = [await givenPhTank(stage), await operator('Elif'), await operator('Murat')]
  await tank.send(8.9)
  const id = (await alarmOf(tank.id))?.id ?? 0
  await acknowledgeAlarm(stage.needs, id, elif, 'pompa')
  stage.clock.advance(MINUTE_MS)
  await tank.send(7.5)
  stage.clock.advance(MINUTE_MS)
  await tank.send(8.5)
  expect(await alarmOf(tank.id)).toMatchObject({
    state: 'active_ack',
    acknowledged_at: null,
    acknowledged_by: null,
    note: null,
  })
  // Another user can acknowledge it now.
  await acknowledgeAlarm(stage.needs, id, murat, null)
  expect(await alarmOf(tank.id)).toMatchObject({ state: 'active_ack', acknowledged_by: { name: 'Murat' } })
  expect(await occurrencesOf(id)).toMatchObject([
    { acknowledged_by: { name: 'Elif' }, note: 'pompa' },
    { acknowledged_by: { name: 'Murat' }, note: null },
  ])
})

test('an alarm that needs a new acknowledgement has none, and its occurrence keeps the earlier one', async () => {
  const [tank, elif] = [await givenPhTank(stage), await operator('Elif')]
  await tank.send(8.1)
  const id = (await alarmOf(tank.id))?.id ?? 0
  await acknowledgeAlarm(stage.needs, id, elif, null)
  stage.clock.advance(MINUTE_MS)
  await tank.send(8.9)
  const unanswered = { state: 'active_unack', acknowledged_at: null, acknowledged_by: null }
  expect(await alarmOf(tank.id)).toMatchObject(unanswered)
  expect(await occurrencesOf(id)).toMatchObject([{ number: 1, acknowledged_by: { name: 'Elif' } }])
})

test('occurrences that begin and end within one batch of readings are all stored', async () => {
  const tank = await givenPhTank(stage)
  const [terminal = 0] = tank.terminals
  const values = [8.5, 7.5, 8.6, 7.5, 8.7]
  await stage.send(
    ...values.map((ph, i) => ({ terminal, tank: tank.id, ago: (values.length - i) * 60, values: { ph } })),
  )
  const alarm = await alarmOf(tank.id)
  expect(alarm).toMatchObject({ state: 'active_unack', occurrences: 3 })
  expect((await occurrencesOf(alarm?.id ?? 0)).map(({ number, peak }) => [number, peak])).toEqual([
    [1, 8.5],
    [2, 8.6],
    [3, 8.7],
  ])
})

test('a batch in which an acknowledged alarm closes and a new one begins more than 30 minutes later saves both', async () => {
  const [tank, elif] = [await givenPhTank(stage), await operator('Elif')]
  const [terminal = 0] = tank.terminals
  await tank.send(8.9)
  const id = (await alarmOf(tank.id))?.id ?? 0
  await acknowledgeAlarm(stage.needs, id, elif, 'pompa')
  stage.notified()
  stage.reported()
  stage.clock.advance(60 * MINUTE_MS)
  await stage.send(
    { terminal, tank: tank.id, ago: 40 * 60, values: { ph: 7.5 } },
    { terminal, tank: tank.id, ago: 5 * 60, values: { ph: 8.5 } },
  )
  const at = (minutes: number) => instantAt(stage.clock.now() - minutes * MINUTE_MS)
  expect(await stage.rows(tank.id)).toMatchObject([
    { id, state: 'closed', cleared_at: at(40), closed_at: at(40), note: 'pompa', occurrences: 1, peak: 8.9 },
    { state: 'active_unack', out_since: at(5), closed_at: null, note: null, occurrences: 1, peak: 8.5 },
  ])
  expect(stage.notified()).toEqual(['raised'])
  expect(stage.reported()).toEqual([`${id} cleared`, `${id} closed`])
})

test('one statement saves all returning alarms together with their earlier occurrences', async () => {
  const tanks = []
  for (let i = 0; i < 12; i += 1) tanks.push(await givenPhTank(stage))
  for (const ph of [8.5, 7.5]) {
    stage.clock.advance(MINUTE_MS)
    await stage.send(...tanks.map(({ id, terminal }) => ({ terminal, tank: id, values: { ph } })))
  }
  const { rows: ids } = await stage.database.query<{ id: number }>('select id from alarms')
  const alarms = await alarmsRepository(stage.database).findRows(ids.map(({ id }) => id))
  const again = alarms.flatMap((alarm) => {
    const step = transition(alarm, { ...alarm, type: 'occurred', out_since: now(), last_at: now(), at: now() }, now())
    return step?.after ?? []
  })
  const { on, asked } = counted(stage.database)
  await alarmsRepository(on).save(again)
  expect(asked()).toBe(1)
  const { rows } = await stage.database.query<{ n: number }>('select count(*) as n from alarm_occurrences')
  expect(rows).toEqual([{ n: tanks.length }])
})

test('every column of an alarm and of its earlier occurrences is saved', async () => {
  const columnsOf = async (table: string) =>
    (
      await stage.database.query<{ name: string }>(
        `select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
    ).rows.map(({ name }) => name)
  const saved = (columns: string, ...others: string[]) => [...columns.split(/,\s/), ...others].toSorted()
  expect(saved(ALARM_COLUMNS, 'id')).toEqual((await columnsOf('alarms')).toSorted())
  const ofAlarm = ['alarm_id', 'tank_id', 'metric', 'kind']
  expect(saved(PAST_COLUMNS, ...ofAlarm)).toEqual((await columnsOf('alarm_occurrences')).toSorted())
})
