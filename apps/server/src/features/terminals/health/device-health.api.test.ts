import { diagnosisApi } from '@dalyan/contracts/diagnosis'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/test-app.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

const terminal = async (id: number) => (await kit.as.admin.get(terminalsApi.get, { params: { id } })).body
const history = async (id: number) => (await kit.as.admin.get(diagnosisApi.health, { params: { id } })).body
const saved = () => kit.app.saveDeviceHealths()

test('battery, signal and gateway of a message are shown with the terminal and kept by the hour', async () => {
  const device = await kit.given.terminal()
  expect(await terminal(device.id)).toMatchObject({ health: null, values: {} })
  expect(await kit.send(device, { ph: 7.9, battery: 61, rssi: -97, snr: 8.5, gateway: 'GW-1' })).toBe(201)
  await saved()
  kit.clock.advance(3_600_000)
  expect(await kit.send(device, { ph: 7.8, battery: 60 })).toBe(201)
  await saved()
  expect(await terminal(device.id)).toMatchObject({
    health: { battery: { value: 60 }, rssi: { value: -97 }, snr: { value: 8.5 }, gateway: { value: 'GW-1' } },
    values: { ph: { value: 7.8 } },
    unknown_keys: {},
  })
  expect((await history(device.id)).hours).toMatchObject([
    { battery: 61, rssi: -97, snr: 8.5 },
    { battery: 60, rssi: null, snr: null },
  ])
})

test('a value outside its bounds is refused and counted, and its reading is stored', async () => {
  const device = await kit.given.terminal()
  for (const battery of [140, 150]) {
    kit.clock.advance(1000)
    expect(await kit.deliver(device, { ph: 7.9, battery })).toMatchObject({
      status: 201,
      body: { stored: 1, rejected: [] },
    })
  }
  expect(await history(device.id)).toMatchObject({ hours: [], refused: { name: 'battery', value: '150', count: 2 } })
  const { body } = await kit.as.admin.get(diagnosisApi.get, { params: { id: device.id } })
  expect(body).toMatchObject({ verdict: 'ok', unknown_names: [] })
})

test('a message of battery and signal alone is taken', async () => {
  const device = await kit.given.terminal()
  expect(await kit.deliver(device, { battery: 50 })).toEqual({
    status: 200,
    body: { stored: 0, duplicates: 0, rejected: [] },
  })
  await saved()
  expect(await terminal(device.id)).toMatchObject({
    last_seen_at: null,
    health: { battery: { value: 50 }, rssi: null },
  })
})
