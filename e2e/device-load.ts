import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { LoadReport } from '../tools/terminal-simulator/src/load-report.ts'
import { runMqttLoad } from '../tools/terminal-simulator/src/mqtt-load.ts'
import { newDevices, postReading, readingName, type Device } from './devices.ts'
import type { Product } from './product.ts'

const IN_FLIGHT = 10

/** Devices that report by MQTT and HTTP as fast as they are answered, and the answers they got. */
export interface DeviceLoad {
  acknowledged: Set<string>
  /** Answers of the HTTP device interface other than 2xx: the status, and whether they have a Retry-After header. */
  refusals: { status: number; retryAfter: number }[]
  end(): Promise<LoadReport>
}

/** Opens `clients` MQTT connections with ten messages in flight each, and one HTTP connection. */
export async function startLoad(product: Product, clients: number, prefix: string): Promise<DeviceLoad> {
  const [overHttp, ...overMqtt] = await newDevices(product, clients + 1, prefix)
  const stop = new AbortController()
  const acknowledged = new Set<string>()
  const refusals: DeviceLoad['refusals'] = []
  const mqtt = runMqttLoad({
    port: product.mqttPort,
    clients,
    terminals: overMqtt,
    inFlight: IN_FLIGHT,
    seconds: 3_600,
    signal: stop.signal,
    onAcknowledged: (code, measuredAt) => acknowledged.add(readingName(code, measuredAt)),
  })
  const http = postUntil(stop.signal, product, overHttp as Device, acknowledged, refusals)
  return {
    acknowledged,
    refusals,
    async end() {
      stop.abort()
      await http
      return mqtt
    },
  }
}

async function postUntil(
  signal: AbortSignal,
  product: Product,
  device: Device,
  acknowledged: Set<string>,
  refusals: DeviceLoad['refusals'],
): Promise<void> {
  while (!signal.aborted) {
    const measuredAt = Date.now()
    const answer = await postReading(product, device, measuredAt)
    if (answer?.ok) acknowledged.add(readingName(device.code, measuredAt))
    else if (answer) {
      refusals.push({ status: answer.status, retryAfter: Number(answer.headers.get('retry-after') ?? Number.NaN) })
      await answer.body?.cancel()
    }
    await sleep(20)
  }
}

/** Resolves when this many more readings are acknowledged than at the call. */
export async function untilMore({ acknowledged }: DeviceLoad, more: number): Promise<void> {
  const from = acknowledged.size
  await expect.poll(() => acknowledged.size - from, { timeout: 60_000 }).toBeGreaterThanOrEqual(more)
}
