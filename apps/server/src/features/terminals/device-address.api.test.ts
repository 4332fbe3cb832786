import { terminalsApi } from '@dalyan/contracts/terminals'
import { afterEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

let kit: TestApp | undefined
afterEach(() => kit?.close())

const shown = async (settings: Record<string, string> = {}) => {
  kit = await startTestApp(settings)
  const ports = await kit.app.listen()
  return { ports, body: (await kit.as.admin.get(terminalsApi.deviceAddress)).body }
}

test('the device address uses the port that the broker really listens on', async () => {
  const { ports, body } = await shown()
  expect(ports.mqtt).toBeGreaterThan(0)
  expect(body).toEqual({ mqtt_port: ports.mqtt, url: null, local_only: true })
})

test('the device address uses the public host of the deployment', async () => {
  const { ports, body } = await shown({ HOST: '0.0.0.0', BASE_URL: 'https://dalyan.example/panel' })
  expect(body).toEqual({ mqtt_port: ports.mqtt, url: 'https://dalyan.example', local_only: false })
})
