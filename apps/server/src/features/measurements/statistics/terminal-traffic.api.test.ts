import { terminalTrafficApi } from '@dalyan/contracts/terminal-traffic'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/test-app.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

async function send(terminal: { code: string; key: string }, payload: object): Promise<void> {
  expect(await kit.send(terminal, payload)).toBe(201)
}

const traffic = async (id: number, days?: number) =>
  (await kit.as.admin.get(terminalTrafficApi.get, { params: { id }, ...(days ? { query: { days } } : {}) })).body

test('an outage extends between the exact readings around it, a lasting one has no end, and buckets add up', async () => {
  const terminal = await kit.given.terminal({ expected_interval_seconds: 300 })
  const now = kit.clock.now()
  const every5 = (fromHours: number, toHours: number) =>
    Array.from({ length: ((fromHours - toHours) * 60) / 5 }, (_, n) => ({
      measured_at: new Date(now - fromHours * HOUR_MS + n * 5 * MINUTE_MS).toISOString(),
      ph: 7.5,
    }))
  const early = every5(50, 40)
  const late = every5(30, 2)
  await send(terminal, early)
  await send(terminal, late)

  const shown = await traffic(terminal.id)
  expect(shown.bucket_seconds).toBe(900)
  expect(shown.counts.reduce((sum, n) => sum + n, 0)).toBe(early.length + late.length)
  expect(shown.counts.length).toBeGreaterThanOrEqual(7 * 96)
  expect(shown.outages).toEqual([
    { from: late.at(-1)?.measured_at, to: null },
    { from: early.at(-1)?.measured_at, to: late[0]?.measured_at },
  ])
  // Readings before the window count, so the window starts with an outage only if the terminal was silent.
  expect((await traffic(terminal.id, 1)).outages).toEqual([{ from: late.at(-1)?.measured_at, to: null }])
})

test('a slow terminal has no outage between two of its messages', async () => {
  const terminal = await kit.given.terminal({ expected_interval_seconds: 3600 })
  const hourly = Array.from({ length: 12 }, (_, n) => ({
    measured_at: new Date(kit.clock.now() - (12 - n) * HOUR_MS).toISOString(),
    orp: 300,
  }))
  await send(terminal, hourly)
  expect((await traffic(terminal.id)).outages).toEqual([])
})

test('the last message is returned unchanged, even with hostile text, with the newest values', async () => {
  const terminal = await kit.given.terminal()
  expect(await traffic(terminal.id)).toMatchObject({ last_message: null, last_measurement: null, outages: [] })
  await send(terminal, { ph: 7.25, '<script>': '\u0000' })
  await send(terminal, { tank_temperature: 18.5 })
  const { last_message, last_measurement } = await traffic(terminal.id)
  expect(last_message).toMatchObject({ transport: 'http', text: '{"tank_temperature":18.5}', is_cut: false })
  expect(last_measurement).toMatchObject({
    ph: { value: 7.25, iot_id: terminal.id },
    tank_temperature: { value: 18.5 },
  })
})

test('a message is stored up to 8 KiB', async () => {
  const terminal = await kit.given.terminal()
  await send(terminal, { ph: 7, note: 'x'.repeat(9_000) })
  const { last_message } = await traffic(terminal.id)
  expect(last_message?.is_cut).toBe(true)
  expect(last_message?.text.length).toBe(8192)
})

test('the traffic of an unknown terminal responds 404', async () => {
  expect((await kit.as.admin.get(terminalTrafficApi.get, { params: { id: 999_999 } })).status).toBe(404)
})
