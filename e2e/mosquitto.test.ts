import { execFile } from 'node:child_process'
import { errorsTopic, measurementsTopic, type RefusalNotice } from '@dalyan/contracts/device-messages'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { missingReadings, newDevices, readingName, type Device } from './devices.ts'
import { startProduct, type Product } from './product.ts'

// The client that README.md shows, in both versions of MQTT: `npm run test:mosquitto`. Not a part of `npm test`, because not every machine has it.

const QOS = [0, 1, 2] as const

interface Ended {
  code: number
  stdout: string
  stderr: string
}

describe('mosquitto', () => {
  let product: Product
  let device: Device
  beforeAll(async () => {
    product = await startProduct(inject('databaseUrl'))
    ;[device] = (await newDevices(product, 1, 'MOSQUITTO')) as [Device]
  })
  afterAll(() => product?.discard())

  describe.each(['mqttv311', 'mqttv5'])('with -V %s', (version) => {
    function mosquitto(command: 'pub' | 'sub', args: readonly string[], key = device.key): Promise<Ended> {
      const login = ['-h', '127.0.0.1', '-p', String(product.mqttPort), '-V', version, '-u', device.code, '-P', key]
      return new Promise((resolve) => {
        execFile(`mosquitto_${command}`, [...login, ...args], (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
        )
      })
    }
    const publish = (qos: number, message: string, key?: string) =>
      mosquitto('pub', ['-q', String(qos), '-t', measurementsTopic(device.code), '-m', message], key)

    test.each(QOS)('a reading of QoS %d is stored', async (qos) => {
      const measuredAt = Date.now() - 60_000 + qos
      expect(await publish(qos, JSON.stringify({ measured_at: measuredAt, ph: 7.9 }))).toMatchObject({
        code: 0,
        stderr: '',
      })
      const reading = new Set([readingName(device.code, measuredAt)])
      // QoS 0 is not acknowledged.
      await expect.poll(() => missingReadings(product.databaseUrl, reading)).toEqual([])
    })

    test.each(QOS)('a subscriber of QoS %d is sent what was refused', async (qos) => {
      const topics = ['-t', errorsTopic(device.code), '-q', String(qos)]
      let isNotified = false
      const subscribed = mosquitto('sub', [...topics, '-C', '1', '-W', '60']).finally(() => (isNotified = true))
      // Its subscription takes a moment, of which it prints nothing in time.
      while (!isNotified) await publish(1, '{"ph": "high"}')
      const { code, stdout } = await subscribed
      expect(code).toBe(0)
      expect(JSON.parse(stdout) as RefusalNotice).toMatchObject({
        code: 'no_reading_accepted',
        stored: 0,
        rejected: [{ index: 0, errors: { ph: [expect.any(String)] } }],
      })
    })

    test('a wrong key is refused', async () => {
      const { code, stderr } = await publish(1, '{"ph": 7}', 'wrong')
      expect([code > 0, stderr]).toEqual([true, expect.stringMatching(/refused|not authori[sz]ed|bad user/i)])
    })
  })
})
