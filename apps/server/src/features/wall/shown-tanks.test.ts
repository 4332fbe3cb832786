import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantAt } from '../../core/clock.ts'
import { connectionOf, offlineAfterSeconds, staleAfterSeconds } from '../terminals/silence-limit.rules.ts'
import { createShownTanks, type TankSource } from './shown-tanks.ts'
import type { WallTerminal } from './wall.sql.ts'

const SILENCE = { staleAfterSeconds, offlineAfterSeconds, connectionOf }
const START = Date.parse('2026-11-20T10:00:00.000Z')
const SECOND = 1000
const nothing = METRIC_KEYS.map(() => null)
const LIMITS = [
  { id: 1, limits: JSON.stringify([METRIC_KEYS.map(() => 7), METRIC_KEYS.map(() => 9)]) },
  { id: 1, limits: JSON.stringify([nothing, METRIC_KEYS.map(() => 8)]) },
]

const shelvedAlarm = {
  kind: 'high',
  metric: 'ph',
  severity: 'warning',
  state: 'active_unack',
  out_since: instantAt(START),
  shelved_until: instantAt(START + 50 * SECOND),
} as const

/** A tank with one terminal, whose newest readings are so many seconds old at the start. */
const anyTank = fc
  .record({
    ages: fc.tuple(fc.integer({ min: -10, max: 400 }), fc.integer({ min: -10, max: 400 })),
    value: fc.constantFrom(6, 7.5, 8.5, 10),
    interval: fc.constantFrom(null, 10, 30, 100),
    offlineAfter: fc.constantFrom(null, 45, 300),
    status: fc.constantFrom('active' as const, 'suspended' as const),
    isHere: fc.boolean(),
    isByHand: fc.boolean(),
    alarm: fc.constantFrom('none' as const, 'active' as const, 'shelved' as const),
    hasMode: fc.boolean(),
  })
  .map(({ ages, value, interval, offlineAfter, status, isHere, isByHand, alarm, hasMode }): TankSource => {
    const [at, phAt] = ages.map((age) => instantAt(START - age * SECOND))
    const values = METRIC_KEYS.map((metric) => (metric === 'tank_temperature' || metric === 'ph' ? value : null))
    const times = METRIC_KEYS.map((metric) => (metric === 'ph' ? phAt : null))
    const terminal: WallTerminal = [1, isHere ? 1 : null, isByHand, true, interval, offlineAfter]
    return {
      tank: { id: 1, code: 'T1', name: 'Tank', place: null, status, range_template_id: 1 },
      mode: hasMode ? { name: 'cleaning', until: instantAt(START), metrics: ['ph'], by: null } : null,
      forewarning: null,
      alarms:
        alarm === 'none'
          ? []
          : [{ ...shelvedAlarm, shelved_until: alarm === 'shelved' ? shelvedAlarm.shelved_until : null }],
      terminals: [
        {
          terminal,
          seenAt: at,
          values: JSON.stringify([at, values, times]),
        },
      ],
    }
  })

test('a kept tank is shown as one that is made anew, whatever changed and however much time passed', () => {
  const anyStep = fc.record({
    // Which parts are those of the second tank; mostly those of the step before.
    changed: fc.option(fc.constantFrom('tank', 'mode', 'alarms', 'terminal', 'seenAt', 'values', 'limits')),
    seconds: fc.constantFrom(-20, 0, 1, 10, 25, 50),
  })
  fc.assert(
    fc.property(anyTank, anyTank, fc.array(anyStep, { minLength: 5, maxLength: 30 }), (first, second, steps) => {
      const kept = createShownTanks(SILENCE)
      const seconds = new Set<string>()
      let now = START
      for (const step of steps) {
        now += step.seconds * SECOND
        if (step.changed !== null && !seconds.delete(step.changed)) seconds.add(step.changed)
        const partOf = (name: string) => (seconds.has(name) ? second : first)
        const terminalOf = (name: string) => partOf(name).terminals[0] as TankSource['terminals'][number]
        // Copies, as each answer of the database is.
        const source: TankSource = structuredClone({
          tank: partOf('tank').tank,
          mode: partOf('mode').mode,
          forewarning: null,
          alarms: partOf('alarms').alarms,
          terminals: [
            {
              terminal: terminalOf('terminal').terminal,
              seenAt: terminalOf('seenAt').seenAt,
              values: terminalOf('values').values,
            },
          ],
        })
        const templates = seconds.has('limits') ? LIMITS.slice(1) : LIMITS.slice(0, 1)
        const [anew] = createShownTanks(SILENCE).show([source], templates, now)
        const [shown] = kept.show([source], templates, now)
        expect([shown?.tank, shown?.isWatched]).toEqual([anew?.tank, anew?.isWatched])
      }
    }),
    { numRuns: 500 },
  )
})

test('a tank of which nothing changed is the same object until a value becomes stale', () => {
  const source = (): TankSource[] => [
    {
      tank: { id: 1, code: 'T1', name: 'Tank', place: null, status: 'active', range_template_id: 1 },
      mode: null,
      forewarning: null,
      alarms: [],
      terminals: [
        {
          terminal: [1, 1, false, true, 30, null],
          seenAt: instantAt(START),
          values: JSON.stringify([instantAt(START), METRIC_KEYS.map(() => 7.5), nothing]),
        },
      ],
    },
  ]
  const tanks = createShownTanks(SILENCE)
  const at = (seconds: number) => tanks.show(source(), LIMITS.slice(0, 1), START + seconds * SECOND)[0]?.tank
  const first = at(0)
  expect(first?.state).toBe('normal')
  expect(at(60)).toBe(first)
  expect(at(61)?.state).toBe('stale')
  expect(at(90)).toBe(at(61))
  expect(at(121)?.state).toBe('silent')
})

test('a tank whose alarm is shelved needs somebody again at the instant at which that ends', () => {
  const source = (): TankSource[] => [
    {
      tank: { id: 1, code: 'T1', name: 'Tank', place: null, status: 'active', range_template_id: 1 },
      mode: null,
      forewarning: null,
      alarms: [shelvedAlarm],
      terminals: [{ terminal: [1, 1, false, true, 60, null], seenAt: instantAt(START), values: null }],
    },
  ]
  const tanks = createShownTanks(SILENCE)
  const at = (seconds: number) => tanks.show(source(), [], START + seconds * SECOND)[0]?.tank.acknowledged
  expect([at(0), at(49), at(50)]).toEqual([true, true, false])
})
