import { alarmsApi } from '@dalyan/contracts/alarms'
import { alarmStatisticsApi } from '@dalyan/contracts/alarm-statistics'
import { dashboardApi } from '@dalyan/contracts/dashboard'
import { homeApi } from '@dalyan/contracts/home'
import { tanksApi } from '@dalyan/contracts/tanks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenAlarm, givenTank } from '../../../tests/given-alarm.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

/** The alarms that each screen shows now. */
async function shown() {
  const { admin } = t.as
  // The dashboard's figures are cached for a moment.
  t.clock.advance(60_000)
  const [open, all, shelved, home, stats, statistics, byTank, tanks] = await Promise.all([
    admin.get(alarmsApi.list, { query: {} }),
    admin.get(alarmsApi.list, { query: { status: 'all' } }),
    admin.get(alarmsApi.list, { query: { status: 'shelved' } }),
    admin.get(homeApi.home, {}),
    admin.get(dashboardApi.stats, { query: {} }),
    admin.get(alarmStatisticsApi.summary, { query: {} }),
    admin.get(alarmStatisticsApi.list, { query: {} }),
    admin.get(tanksApi.list, { query: { include_deleted: true } }),
  ])
  const headers = { authorization: `Bearer ${admin.token}` }
  const file = await t.app.server.inject({ url: `${alarmsApi.export.path}?status=all`, headers })
  return {
    open: [open.body.total, open.body.data.length],
    all: [all.body.total, all.body.data.length],
    shelved: shelved.body.total,
    home: [
      home.body.alarms.open,
      home.body.alarms.unacknowledged,
      home.body.alarms.shelved,
      home.body.alarms.worst.length,
    ],
    stats: [stats.body.alarms.total, stats.body.alarms.unacknowledged, stats.body.alarms.shelved],
    statistics: [statistics.body.open, statistics.body.shelved],
    byTank: byTank.body.data.reduce((sum, { open: count }) => sum + count, 0),
    tanks: tanks.body.data.flatMap(({ open_alarms }) => open_alarms).length,
    lines: file.body.trim().split('\n').length - 1,
  }
}

test('alarms of a deleted tank are neither listed nor counted, and return when it is restored', async () => {
  const kept = await givenTank(t)
  await givenAlarm(t, kept)
  const before = await shown()
  expect(before).toMatchObject({ open: [1, 1], home: [1, 1, 0, 1], byTank: 1, tanks: 1, lines: 1 })

  const gone = await givenTank(t)
  await givenAlarm(t, gone, { state: 'rtn_unack' })
  await givenAlarm(t, gone, { metric: 'orp', shelved_until: new Date(t.clock.now() + 3_600_000).toISOString() })
  await givenAlarm(t, gone, { metric: 'salinity', state: 'closed' })
  const both = await shown()
  expect(both).toMatchObject({
    open: [2, 2],
    all: [4, 4],
    shelved: 1,
    statistics: [2, 1],
    stats: [2, 2, 1],
    tanks: 3,
    lines: 4,
  })

  await t.database.query(`update tanks set status = 'deleted' where id = $1`, [gone.id])
  expect(await shown()).toEqual(before)
  // The statistics of that time still count them.
  const { body } = await t.as.admin.get(alarmStatisticsApi.summary, { query: {} })
  expect(body.raised).toBe(4)

  await t.database.query(`update tanks set status = 'inactive' where id = $1`, [gone.id])
  expect(await shown()).toEqual(both)
})
