import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CODE_PATTERN } from '@dalyan/contracts/codes'
import { isMetricKey, metricOf } from '@dalyan/contracts/metrics'
import { readTidyCsv } from '@dalyan/terminal-simulator/tidy-csv'
import { describe, expect, test } from 'vitest'
import { DEMO_FIRMS, DEMO_TANKS, DEMO_TEMPLATES, type DemoTank } from './demo-plan.ts'

const FOLDER = join(import.meta.dirname, '../../../../demo-data')
const REPLAY_SECONDS = 2
/** Sensors that failed according to their own sources. */
const FAILED: Record<string, string[]> = { 'DENIZ-3': ['orp'], 'HAVUZ-1': ['ph'] }

describe.each(DEMO_TANKS)('$code', (tank) => {
  test('its recording, its source and its licence are in the repository', () => {
    expect(existsSync(join(FOLDER, tank.file))).toBe(true)
    expect(existsSync(join(FOLDER, tank.file, '../SOURCE.md'))).toBe(true)
  })

  test('its file contains its terminal and no other', async () => {
    const codes = new Set<string>()
    for await (const { terminal_code } of readTidyCsv(join(FOLDER, tank.file))) codes.add(terminal_code)
    expect([...codes]).toEqual([tank.terminal])
  })

  test('a combined recording and a failed channel are named as such', () => {
    if (tank.file.includes('combination--')) expect([tank.name, tank.notes].join()).toMatch(/birleştirme.*BİRLEŞTİRME/s)
    if (tank.file.includes('bad-input--')) expect([tank.name, tank.notes].join()).toMatch(/bozuk girdi.*BOZUK GİRDİ/s)
  })

  test('nine of ten recorded values are inside its limits, except those of failed sensors', async () => {
    const mostlyOut = Object.entries(await insideCounts(tank)).filter(([, { inside, total }]) => inside / total < 0.9)
    expect(mostlyOut.map(([key]) => key)).toEqual(FAILED[tank.code] ?? [])
  })
})

function limitsOf(template: DemoTank['template']): [string, { min?: number; max?: number }][] {
  const ranges: Record<string, { min?: number; max?: number }> = DEMO_TEMPLATES[template].ranges
  return Object.entries(ranges)
}

async function insideCounts(tank: DemoTank) {
  const counts: Record<string, { inside: number; total: number }> = {}
  for await (const { values } of readTidyCsv(join(FOLDER, tank.file))) {
    for (const [key, range] of limitsOf(tank.template)) {
      const value = isMetricKey(key) ? values[key] : undefined
      if (typeof value !== 'number') continue
      const count = (counts[key] ??= { inside: 0, total: 0 })
      count.total += 1
      const { min = -Infinity, max = Infinity } = range
      if (value >= min && value <= max) count.inside += 1
    }
  }
  return counts
}

test('a tank goes out of its limits and comes back within five minutes of the start', async () => {
  const tank = DEMO_TANKS.find(({ code }) => code === 'DENIZ-2')
  const { min } = DEMO_TEMPLATES.seawater.ranges.salinity
  const liveFrom = Date.parse(tank?.live_from ?? '')
  const states: boolean[] = []
  for await (const { measured_at, values } of readTidyCsv(join(FOLDER, tank?.file ?? ''))) {
    if (measured_at >= liveFrom && typeof values.salinity === 'number') states.push(values.salinity < min)
    if (states.length * REPLAY_SECONDS >= 300) break
  }
  const out = states.indexOf(true)
  const back = states.indexOf(false, out)
  expect(out * REPLAY_SECONDS).toBeGreaterThanOrEqual(60)
  expect(back * REPLAY_SECONDS).toBeLessThanOrEqual(270)
  expect((back - out) * REPLAY_SECONDS).toBeGreaterThan(DEMO_TEMPLATES.seawater.delay_seconds)
})

test('the product accepts the codes and limits of the plan', () => {
  const codes = [...DEMO_FIRMS.map(({ code }) => code), ...DEMO_TANKS.flatMap(({ code, terminal }) => [code, terminal])]
  expect(codes.filter((code) => !CODE_PATTERN.test(code))).toEqual([])
  for (const template of ['seawater', 'bay', 'soft_water', 'warm_pond'] as const) {
    for (const [key, range] of limitsOf(template)) {
      if (!isMetricKey(key)) throw new Error(key)
      const { min = metricOf(key).min, max = metricOf(key).max } = range
      expect(min).toBeLessThan(max)
      expect(min).toBeGreaterThanOrEqual(metricOf(key).min)
      expect(max).toBeLessThanOrEqual(metricOf(key).max)
    }
  }
})
