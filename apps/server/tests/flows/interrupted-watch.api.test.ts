import { homeApi } from '@dalyan/contracts/home'
import { notificationsApi } from '@dalyan/contracts/notifications'
import { wallApi } from '@dalyan/contracts/wall'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'
import type { TestUser } from '../test-users.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.given.tank({ firm_id: app.ownFirm.id, iot_ids: [(await app.given.terminal()).id], status: 'active' })
  await app.app.listen()
})
afterAll(() => app.close())

async function interruptionsIn(user: TestUser) {
  const { data } = (await user.get(notificationsApi.list)).body
  return data.filter(({ reason }) => reason === 'interrupted')
}
const interruption = async () => (await app.as.operator.get(homeApi.home)).body.tanks.interruption
const beat = async () => {
  const { rows } = await app.database.query<{ beat_at: string }>('select beat_at from silence_heartbeat')
  return rows[0]?.beat_at
}
/** Lets time pass in which the clock of alarms does not tick, and waits for its next tick. @returns when it last ticked before */
async function stopFor(ms: number): Promise<string | undefined> {
  await expect.poll(beat).toBe(new Date(app.clock.now()).toISOString())
  const from = await beat()
  app.clock.advance(ms)
  await expect.poll(beat).toBe(new Date(app.clock.now()).toISOString())
  return from
}

test('everybody who is notified of alarms is notified that the watch was interrupted for five minutes or more', async () => {
  expect(await interruption()).toBeNull()
  await stopFor(4 * MINUTE)
  expect(await interruption()).toBeNull()

  const from = await stopFor(2 * HOUR)
  const to = new Date(app.clock.now()).toISOString()
  expect(await interruption()).toEqual({ from, to })
  expect((await app.as.operator.get(wallApi.get)).body.watch.interruption).toEqual({ from, to })
  await expect
    .poll(() => interruptionsIn(app.as.operator))
    .toMatchObject([
      { severity: 'warning', alarm_ids: [], title: expect.stringMatching(/^İzleme 2 sa kesildi: .+ – .+$/) },
    ])
  expect(await interruptionsIn(app.as.customer)).toEqual([])

  await stopFor(4 * MINUTE)
  expect(await interruption()).toEqual({ from, to })
  expect(await interruptionsIn(app.as.operator)).toHaveLength(1)
})

test('an interruption is shown for a day after its end', async () => {
  await stopFor(30 * MINUTE)
  const age = (hours: number) =>
    app.database.query(
      'update silence_pauses set from_at = from_at - make_interval(hours => $1), to_at = to_at - make_interval(hours => $1)',
      [hours],
    )
  await age(23)
  expect(await interruption()).not.toBeNull()
  await age(1)
  expect(await interruption()).toBeNull()
})
