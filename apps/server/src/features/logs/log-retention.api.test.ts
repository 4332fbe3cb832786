import { settingsApi } from '@dalyan/contracts/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { settingsRepository } from '../settings/settings.repository.ts'
import { removeOldLogs } from './log-retention.ts'

let kit: TestApp
const sweep = () => removeOldLogs({ ...kit, daysOf: (on, key) => settingsRepository(on).get(key) })
beforeAll(async () => {
  kit = await startTestApp()
  const { id } = await kit.given.terminal()
  const tank = await kit.given.tank()
  await kit.database.query('truncate terminal_logs, tank_logs, server_logs')
  // One entry a day, the newest of this instant.
  const ages = `generate_series(0, 9) age`
  const at = `to_timestamp(${kit.clock.now() / 1000}) - age * interval '1 day'`
  const rest = `'success', 'x', '{"type":"system","id":null,"name":"x"}'`
  await kit.database.query(
    `insert into terminal_logs (terminal_id, status, event, processor, created_at) select ${id}, ${rest}, ${at} from ${ages}`,
  )
  await kit.database.query(
    `insert into tank_logs (tank_id, status, event, processor, created_at) select ${tank.id}, ${rest}, ${at} from ${ages}`,
  )
  await kit.database.query(`insert into server_logs (level, message, created_at) select 30, 'x', ${at} from ${ages}`)
})
afterAll(() => kit.close())

async function left(): Promise<number[]> {
  const counts = ['terminal_logs', 'tank_logs', 'server_logs'].map(async (table) => {
    const { rows } = await kit.database.query<{ n: number }>(`select count(*)::int as n from ${table}`)
    return rows[0]?.n ?? 0
  })
  return Promise.all(counts)
}

test('each log is kept for its configured number of days', async () => {
  await sweep()
  expect(await left()).toEqual([10, 10, 10])
  await kit.as.admin.put(settingsApi.updateSystem, {
    body: { log_retention_iot_days: 7, log_retention_server_days: 2 },
  })
  await sweep()
  expect(await left()).toEqual([8, 10, 3])
  kit.clock.advance(86_400_000)
  await sweep()
  expect(await left()).toEqual([7, 10, 2])
})

test('a sweep removes all expired entries, in several batches', async () => {
  await kit.database.query(
    `insert into server_logs (level, message, created_at) select 30, 'old', timestamptz '2020-01-01' from generate_series(1, 4500)`,
  )
  await sweep()
  expect((await left())[2]).toBe(2)
})
