import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestBroker } from '@dalyan/terminal-simulator/tests/test-broker'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../core/log.ts'
import { startDemoTerminals, type DemoTerminals } from './demo-terminals.ts'

const NOW = 1_800_000_000_000
let dataFolder: string
let running: DemoTerminals | null = null
let closeBroker: () => Promise<unknown> = () => Promise.resolve()

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'demo-'))
  await writeFile(
    join(dataFolder, 'a.csv'),
    `terminal_code,measured_at,ph\n${[7, 7.1, 7.2].map((ph, n) => `A,2023-07-11T17:0${n}:00Z,${ph}`).join('\n')}\n`,
  )
})
afterAll(() => rm(dataFolder, { recursive: true }))
afterEach(async () => {
  await running?.stop()
  await closeBroker()
})

async function startBroker(onMessage: (user: string, topic: string, payload: unknown) => void) {
  const { port, close } = await startTestBroker({
    onPublish: (user, topic, payload) => onMessage(user, topic, JSON.parse(payload)),
  })
  closeBroker = close
  return `mqtt://127.0.0.1:${port}`
}

test('a terminal sends the rows of its recording from its position on, measured now, and the position moves with the acknowledgements', async () => {
  const seen: [string, string, unknown][] = []
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  const mqttUrl = await startBroker((...message) => {
    if (seen.push(message) === 4) resolve()
  })
  running = startDemoTerminals({
    clock: { now: () => NOW },
    log: createLogger('silent'),
    mqttUrl,
    dataFolder,
    terminals: [{ code: 'A', key: 'secret', file: 'a.csv', position: 1 }],
    everyMs: 10,
  })
  expect(running.positions()).toEqual({ A: 1 })
  await enough
  await running.stop()
  expect(seen.slice(0, 4)).toEqual(
    [7.1, 7.2, 7, 7.1].map((ph) => ['A:secret', 'dalyan/v1/A/measurements', { measured_at: NOW, ph }]),
  )
  expect(running.positions()['A']).toBeGreaterThanOrEqual(1)
  expect(running.positions()['A']).toBeLessThanOrEqual(3)
})
