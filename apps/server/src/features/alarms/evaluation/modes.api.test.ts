import type { MetricKey } from '@dalyan/contracts/metrics'
import { expect, test } from 'vitest'
import { instantAt } from '../../../core/clock.ts'
import { useAlarmStage, type AlarmStage } from '../../../../tests/alarm-stage.ts'
import { givenPhTank } from '../../../../tests/given-ph-tank.ts'

// docs/behaviour/alarms.md: what a mode holds, and what it never holds.
let stage: AlarmStage
useAlarmStage((opened) => (stage = opened))

async function startMode(tank_id: number, minutes: number, metrics: MetricKey[] = ['ph']): Promise<void> {
  const [started_at, until] = [stage.clock.now(), stage.clock.now() + minutes * 60_000].map(instantAt)
  await stage.database.db
    .insertInto('tank_modes')
    .values({ tank_id, name: 'cleaning', metrics, started_at: started_at ?? '', until: until ?? '', started_by: null })
    .execute()
}

test('silence raises its alarm also in a mode', async () => {
  const tank = await givenPhTank(stage)
  await stage.tick()
  await tank.send(7.5)
  await startMode(tank.id, 60)
  await stage.pass(15 * 60 + 10)
  expect(await stage.rows(tank.id)).toMatchObject([{ kind: 'silent', state: 'active_unack' }])
})

test('an excursion that was within its delay when the mode began is not raised by the clock', async () => {
  const tank = await givenPhTank(stage, { delay: 60 })
  await tank.send(8.5)
  await startMode(tank.id, 5)
  await stage.pass(90)
  expect(await tank.states()).toEqual([])
  expect(stage.notified()).toEqual([])
})

test('the clock raises a fresh value that is still out when the mode is over, even before the mode was marked as over', async () => {
  const tank = await givenPhTank(stage, { delay: 60 })
  await startMode(tank.id, 5)
  await tank.send(8.5)
  stage.clock.advance(290_000)
  await tank.send(8.6)
  await stage.pass(10)
  expect(await stage.rows(tank.id)).toMatchObject([{ state: 'active_unack', metric: 'ph', peak: 8.6 }])
})

test('changed limits raise no alarm of a held metric', async () => {
  const tank = await givenPhTank(stage)
  await tank.send(7.8)
  await startMode(tank.id, 5)
  await stage.database.query('update range_templates set hi[6] = 7.5 where id = $1', [tank.template])
  await stage.alarms.evaluateTanks([tank.id])
  expect(await tank.states()).toEqual([])
})

test('an acknowledgement that expires in a mode is over when the mode is', async () => {
  const tank = await givenPhTank(stage)
  await tank.send(8.5)
  const acknowledged = instantAt(stage.clock.now())
  await stage.database.query(`update alarms set state = 'active_ack', ack_since = $2 where tank_id = $1`, [
    tank.id,
    acknowledged,
  ])
  await startMode(tank.id, 10 * 60)
  const state = async () => (await stage.rows(tank.id)).find(({ metric }) => metric === 'ph')?.state
  await stage.pass(9 * 3600)
  expect(await state()).toBe('active_ack')
  await stage.pass(3601)
  expect(await state()).toBe('active_unack')
})
