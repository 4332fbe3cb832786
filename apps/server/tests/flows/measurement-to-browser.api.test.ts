import type { LiveEnvelope } from '@dalyan/contracts/live-messages'
import { alarmsApi } from '@dalyan/contracts/alarms'
import { measurementsTopic } from '@dalyan/contracts/device-messages'
import { measurementsApi } from '@dalyan/contracts/measurements'
import { tanksApi } from '@dalyan/contracts/tanks'
import { connectAsync } from 'mqtt'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a hot reading raises one alarm and reaches the subscribed browser', async () => {
  const ports = await app.app.listen()
  const template = await app.given.rangeTemplate({
    delay_seconds: 0,
    ranges: { tank_temperature: { min: 16, max: 22 } },
  })
  const terminal = await app.given.terminal()
  const tank = await app.given.tank({
    status: 'active',
    iot_ids: [terminal.id],
    range_template_id: template.id,
    firm_id: app.ownFirm.id,
  })
  const { as } = app

  const browser = io(`http://127.0.0.1:${ports.socket}`, {
    auth: { token: as.customer.token },
    transports: ['websocket'],
  })
  const measurements: LiveEnvelope<'measurement'>[] = []
  const alarms: LiveEnvelope<'alarm'>[] = []
  browser.on('measurement', (message) => measurements.push(message))
  browser.on('alarm', (message) => alarms.push(message))
  await browser.timeout(3_000).emitWithAck('subscribe', { channel: `tank.${tank.id}` })

  const device = await connectAsync(`mqtt://127.0.0.1:${ports.mqtt}`, {
    username: terminal.code,
    password: terminal.key,
  })
  await device.publishAsync(measurementsTopic(terminal.code), JSON.stringify({ tank_temperature: 25.5, ph: 7.9 }), {
    qos: 1,
  })

  // Acknowledged means committed, so a query now returns all readings.
  const stored = await as.customer.get(measurementsApi.tankList, { params: { id: tank.id } })
  expect(stored.body).toMatchObject({ total: 1, data: [{ iot_id: terminal.id, tank_temperature: 25.5, ph: 7.9 }] })
  const open = await as.customer.get(alarmsApi.list, { query: { tank_id: tank.id } })
  expect(open.body).toMatchObject({
    total: 1,
    data: [{ kind: 'high', metric: 'tank_temperature', state: 'active_unack', value: 25.5, limit: 22 }],
  })
  const seen = await as.customer.get(tanksApi.get, { params: { id: tank.id } })
  expect(seen.body).toMatchObject({
    last_measurement: { tank_temperature: { value: 25.5 } },
    open_alarms: [{ metric: 'tank_temperature' }],
  })

  await vi.waitFor(() => {
    expect(measurements).toMatchObject([{ channel: `tank.${tank.id}`, data: [{ tank_temperature: 25.5 }] }])
    expect(alarms).toMatchObject([{ channel: `tank.${tank.id}`, data: { kind: 'high', state: 'active_unack' } }])
  }, 20_000)
  await device.endAsync()
  browser.disconnect()
})
