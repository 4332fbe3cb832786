import { beforeEach, describe, expect, test } from 'vitest'
import { createServerClock, watchClock, type ServerClock } from './clock.ts'
import { createLogger } from './log.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 10, 20, 3)

describe('the time of the server', () => {
  let machineMs: number
  let passedMs: number
  let clock: ServerClock
  beforeEach(() => {
    machineMs = START
    passedMs = 0
    clock = createServerClock({ machine: () => machineMs, passed: () => passedMs })
    clock.now()
  })
  const pass = (ms: number) => {
    machineMs += ms
    passedMs += ms
  }

  test('is that of the machine, also after the machine has slept or its clock was set forward', () => {
    pass(1_000)
    expect(clock.now()).toBe(START + 1_000)
    machineMs += HOUR
    expect(clock.now()).toBe(START + 1_000 + HOUR)
    expect(clock.behindMs()).toBe(0)
  })

  test('goes on at half speed while the clock of the machine is behind it, until the two meet', () => {
    machineMs -= HOUR
    expect(clock.now()).toBe(START)
    expect(clock.behindMs()).toBe(HOUR)
    pass(HOUR)
    expect(clock.now()).toBe(START + HOUR / 2)
    pass(HOUR)
    expect(clock.now()).toBe(START + HOUR)
    expect(clock.behindMs()).toBe(0)
    pass(60_000)
    expect(clock.now()).toBe(START + HOUR + 60_000)
  })

  test('is that of the machine at once when its clock is set right', () => {
    machineMs -= HOUR
    pass(1_000)
    clock.now()
    machineMs += 3 * HOUR
    expect(clock.now()).toBe(START + 2 * HOUR + 1_000)
  })

  test('goes on from a time that was reached before the start, but not from one that has passed', () => {
    clock.continueFrom(START - HOUR)
    expect(clock.now()).toBe(START)
    clock.continueFrom(START + HOUR)
    pass(1_000)
    expect(clock.now()).toBe(START + HOUR + 500)
    expect(clock.behindMs()).toBe(HOUR - 500)
  })
})

test('the server log says once that the clock of the machine is behind', async () => {
  const lines: string[] = []
  const log = createLogger('warn', { write: (line) => void lines.push(line) })
  await watchClock({ behindMs: () => 5_000 }, log).stop()
  expect(lines).toEqual([])
  await watchClock({ behindMs: () => 61_000 }, log).stop()
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    behind_seconds: 61,
    msg: expect.stringMatching(/^the clock of this machine is behind/),
  })
})
