import { measurementsTopic } from '@dalyan/contracts/device-messages'
import { terminalsApi, type TerminalChange } from '@dalyan/contracts/terminals'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'

let app: TestApp
let port: number
beforeAll(async () => {
  app = await startTestApp()
  port = (await app.app.listen()).mqtt
})
afterAll(() => app.close())

const CODE = 'POND-7'
const connect = (password: string) =>
  connectAsync({ host: '127.0.0.1', port, username: CODE, password, reconnectPeriod: 0 })
/** The return code of the refusal. */
const refusal = (password: string) =>
  connect(password).then(
    () => 0,
    (error: unknown) => (error as { code: number }).code,
  )
const isReceived = (device: MqttClient) =>
  device.publishAsync(measurementsTopic(CODE), JSON.stringify({ ph: 7.5 }), { qos: 1 })
const change = (id: number, body: TerminalChange) => app.as.admin.put(terminalsApi.update, { params: { id }, body })
const listed = async (query: object) =>
  (await app.as.admin.get(terminalsApi.list, { query: { filter_code: CODE, ...query } })).body.data

async function cutWithinFiveSeconds(device: MqttClient, action: () => Promise<{ status: number }>): Promise<void> {
  expect(device.connected).toBe(true)
  expect((await action()).status).toBeLessThan(300)
  await expect.poll(() => device.connected).toBe(false)
}

test('an unknown terminal waits, is let in with its own key, is banned, let in again and deleted', async () => {
  const key = 'a key that the device made itself'
  expect(await refusal(key)).toBe(5)
  const [waiting] = await listed({ filter_status: ['unauthorized'] })
  expect(waiting).toMatchObject({
    ip_address: '127.0.0.1',
    tank: null,
    key_fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    first_try_at: expect.any(String) as string,
    last_try_at: expect.any(String) as string,
  })
  const id = waiting?.id ?? 0

  await change(id, { status: 'active' })
  const first = await connect(key)
  await isReceived(first)
  expect(await listed({})).toMatchObject([{ status: 'active', connection: 'online', key_fingerprint: null }])

  await cutWithinFiveSeconds(first, () => change(id, { status: 'banned' }))
  expect(await refusal(key)).toBe(5)
  await change(id, { status: 'active' })

  const second = await connect(key)
  const { body } = await app.as.admin.post(terminalsApi.rotateKey, { params: { id }, body: { revoke_old: false } })
  await isReceived(second)
  const third = await connect(body.key)
  const { body: last } = await app.as.admin.post(terminalsApi.rotateKey, {
    params: { id },
    body: { revoke_old: true },
  })
  // Connections with a deleted key are closed.
  await expect.poll(() => [second.connected, third.connected]).toEqual([false, false])
  expect(await refusal(body.key)).toBe(4)

  const fourth = await connect(last.key)
  await isReceived(fourth)
  await cutWithinFiveSeconds(fourth, () => app.as.admin.delete(terminalsApi.remove, { params: { id } }))
  expect(await refusal(last.key)).toBe(5)
  expect(await listed({})).toEqual([])
  expect(await listed({ include_deleted: true })).toMatchObject([{ id, status: 'deleted' }])
})
