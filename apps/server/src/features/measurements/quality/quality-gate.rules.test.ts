import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import type { QualityRules, Sensors } from '@dalyan/contracts/quality-rules'
import { describe, expect, test } from 'vitest'
import { gateReading, newGate, type GateSpell, type GateState, type GateVerdict } from './quality-gate.rules.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.parse('2026-11-20T10:00:00.000Z')

type GivenValues = Partial<Record<MetricKey, number>>

const stored = (measured: GivenValues) =>
  METRIC_KEYS.map((key) => (measured[key] === undefined ? null : Math.fround(measured[key])))

/** A terminal whose readings pass the gate one after the other; `smoothSteps` 0: steps are tested from the first. */
function terminal({
  everyMs = 5 * MINUTE,
  sensors = 'sonde' as Sensors,
  smoothSteps = 0,
  isLive = true,
  limits = {} as QualityRules['limits'],
} = {}) {
  const state: GateState = newGate()
  let now = START
  const spells: (Omit<GateSpell, 'at'> & { minute: number })[] = []
  return {
    /** Passes a reading that follows the one before by the interval, or by `afterMs`. @returns the verdict on each measured value */
    send(measured: GivenValues, afterMs = everyMs) {
      now += afterMs
      const gated = gateReading(
        state,
        { measured_at: now, values: stored(measured), isLive },
        { rules: { sensors, limits, conductivity: null }, smoothSteps },
      )
      spells.push(...gated.spells.map(({ at, ...spell }) => ({ ...spell, minute: (at - START) / MINUTE })))
      const verdicts: Partial<Record<MetricKey, GateVerdict>> = {}
      for (const key of METRIC_KEYS)
        if (measured[key] !== undefined) verdicts[key] = gated.refusals?.[key] ?? 'accepted'
      return verdicts
    },
    /** The verdicts of one metric on these values. */
    sendAll(metric: MetricKey, values: readonly number[], afterMs = everyMs): (GateVerdict | undefined)[] {
      return values.map((value) => this.send({ [metric]: value }, afterMs)[metric])
    },
    spells,
  }
}

const accepted = (count: number) => Array.from({ length: count }, () => 'accepted')
/** Readings in sea water, sent until the base of the conductivity is known. */
const SEA: GivenValues = {
  tank_temperature: 14,
  ph: 8,
  salinity: 30,
  orp: 200,
  conductivity: 46,
  ambient_temperature: 20,
}

function inSeaWater(given?: Parameters<typeof terminal>[0]) {
  const sonde = terminal(given)
  for (let i = 0; i < 6; i += 1) sonde.send(SEA)
  return sonde
}

describe('the error code of a sensor', () => {
  test.each([
    ['tank_temperature', 85],
    ['cabinet_temperature', 85],
    ['ambient_temperature', 127.94],
    ['tank_temperature', -127],
    ['ph', -999],
    ['salinity', -9999],
    ['conductivity', 9_999_999],
    ['orp', 65_535],
    ['ambient_humidity', 32_767],
    ['orp', -32_768],
    ['orp', -999],
  ] as const)('of %s, %d, is refused', (metric, code) => {
    expect(terminal().sendAll(metric, [code])).toEqual(['code'])
  })

  test.each([
    ['tank_temperature', -1],
    ['ambient_temperature', -1],
    ['orp', -1],
  ] as const)('is not what %s means by %d', (metric, value) => {
    expect(terminal().sendAll(metric, [value])).toEqual(['accepted'])
  })

  test('of a thermometer is a good value of a humidity', () => {
    expect(terminal().sendAll('ambient_humidity', [85])).toEqual(['accepted'])
  })
})

describe('the bounds of the quality gate', () => {
  test.each([
    ['tank_temperature', -5, 'accepted'],
    ['tank_temperature', -5.1, 'bounds'],
    ['tank_temperature', 49.9, 'accepted'],
    ['tank_temperature', 50, 'bounds'],
    ['cabinet_temperature', 90, 'accepted'],
    ['cabinet_temperature', 90.1, 'bounds'],
    ['ambient_humidity', 102, 'accepted'],
    ['cabinet_humidity', 105.1, 'bounds'],
    ['ph', 2, 'accepted'],
    ['ph', 1.9, 'bounds'],
    ['ph', 12, 'accepted'],
    ['salinity', 0, 'accepted'],
    ['salinity', 50.1, 'bounds'],
    ['orp', 999, 'bounds'],
    ['orp', 998, 'accepted'],
    ['conductivity', -0.1, 'bounds'],
    ['conductivity', 80, 'accepted'],
  ] as const)('of %s make %d %s', (metric, value, verdict) => {
    expect(terminal().sendAll(metric, [value])).toEqual([verdict])
  })
})

describe('a refused temperature', () => {
  test('refuses what the same instrument computes by it, and nothing else', () => {
    expect(terminal().send({ ...SEA, tank_temperature: 85 })).toEqual({
      tank_temperature: 'code',
      ph: 'temperature',
      salinity: 'temperature',
      conductivity: 'temperature',
      orp: 'accepted',
      ambient_temperature: 'accepted',
    })
  })

  test('of the air refuses nothing else', () => {
    expect(terminal().send({ ...SEA, ambient_temperature: 85 })).toMatchObject({
      ambient_temperature: 'code',
      ph: 'accepted',
    })
  })

  test('refuses nothing of separate probes', () => {
    const verdicts = terminal({ sensors: 'separate' }).send({ ...SEA, tank_temperature: 85 })
    expect(verdicts).toMatchObject({ tank_temperature: 'code', ph: 'accepted', conductivity: 'accepted' })
  })

  test('leaves a code of another metric its own reason', () => {
    expect(terminal().send({ tank_temperature: -127, ph: -9999 }).ph).toBe('code')
  })

  test('does not make the other metrics unreliable', () => {
    const sonde = terminal()
    for (let i = 0; i < 10; i += 1) sonde.send({ tank_temperature: 85, ph: 8 })
    expect(sonde.spells.map(({ metric }) => metric)).toEqual(['tank_temperature'])
  })
})

describe('a step between two values', () => {
  test('at the limit is accepted, also where 32-bit floats round it up', () => {
    expect(terminal({ everyMs: MINUTE }).sendAll('ph', [7, 7.3])).toEqual(accepted(2))
    expect(terminal({ everyMs: 2 * MINUTE }).sendAll('tank_temperature', [14.1, 16.1])).toEqual(accepted(2))
  })

  test('beyond the limit is refused', () => {
    expect(terminal().sendAll('ph', [7, 8.33])).toEqual(['accepted', 'step'])
    expect(terminal({ everyMs: MINUTE }).sendAll('ph', [7, 7.31])).toEqual(['accepted', 'step'])
  })

  test('within less than a minute may be as large as in a full minute', () => {
    expect(terminal({ everyMs: 10_000 }).sendAll('ph', [7, 7.3, 7.7])).toEqual(['accepted', 'accepted', 'step'])
  })

  test('within less than ten seconds is not tested', () => {
    expect(terminal({ everyMs: 9_999 }).sendAll('ph', [7, 9, 7])).toEqual(accepted(3))
  })

  test('of a true sudden change does not count against the metric', () => {
    const sonde = terminal()
    for (let i = 0; i < 10; i += 1) sonde.sendAll('ph', i % 2 === 0 ? [8, 8, 8] : [5, 5, 5])
    expect(sonde.spells).toEqual([])
  })

  test('may be larger after a longer time: as large again as the cap after four hours', () => {
    expect(terminal({ everyMs: 4 * HOUR }).sendAll('ph', [5, 7.6])).toEqual(accepted(2))
    expect(terminal({ everyMs: 4 * HOUR }).sendAll('ph', [5, 7.62])).toEqual(['accepted', 'step'])
  })

  test('after a day is not tested', () => {
    expect(terminal({ everyMs: 24 * HOUR }).sendAll('salinity', [0, 50])).toEqual(accepted(2))
    expect(terminal({ everyMs: 24 * HOUR - MINUTE }).sendAll('ambient_humidity', [0, 105])).toEqual(accepted(2))
    expect(terminal({ everyMs: 24 * HOUR - MINUTE }).sendAll('ph', [2, 11.2])).toEqual(['accepted', 'step'])
  })

  test('is measured from the last accepted value, not from a refused one', () => {
    expect(terminal().sendAll('ph', [8, 5, 8])).toEqual(['accepted', 'step', 'accepted'])
  })

  test('of a true sudden change is accepted with the third reading, 60 s late at a reading every 30 s', () => {
    const sonde = terminal({ everyMs: 30_000 })
    expect(sonde.sendAll('tank_temperature', [14, 8, 8.1, 8, 7.9])).toEqual([
      'accepted',
      'step',
      'step',
      'accepted',
      'accepted',
    ])
  })

  test('of new water is accepted for all metrics with the same reading', () => {
    const sonde = inSeaWater({ everyMs: 30_000 })
    const other = { tank_temperature: 8, ph: 5.5, salinity: 10, conductivity: 17 }
    expect(sonde.send(other)).toEqual({
      tank_temperature: 'step',
      ph: 'temperature',
      salinity: 'temperature',
      conductivity: 'temperature',
    })
    sonde.send(other)
    const third = sonde.send(other)
    expect(Object.values(third)).toEqual(accepted(4))
  })

  test('between readings that do not agree with each other is never accepted', () => {
    expect(terminal().sendAll('ph', [8, 5, 11, 5, 11])).toEqual(['accepted', 'step', 'step', 'step', 'step'])
  })

  test('is not accepted when a code interrupts the readings that agree', () => {
    expect(terminal().sendAll('ph', [8, 5, 5, -9999, 5])).toEqual(['accepted', 'step', 'step', 'code', 'step'])
  })

  test('of the first reading of a metric is not tested, because no accepted value precedes it', () => {
    expect(terminal().sendAll('orp', [700])).toEqual(['accepted'])
  })
})

describe('an unreliable metric', () => {
  const FIVE_CODES = [85, 85, 85, 85, 85]

  test('is one with five refusals in a day, and good values are refused too', () => {
    const sonde = terminal()
    expect(sonde.sendAll('tank_temperature', [14, ...FIVE_CODES, 14])).toEqual([
      'accepted',
      ...FIVE_CODES.map(() => 'code'),
      'unreliable',
    ])
    expect(sonde.spells).toEqual([{ spell: 'unreliable', metric: 'tank_temperature', change: 'opened', minute: 30 }])
  })

  test('is not one with four refusals in a day', () => {
    const sonde = terminal()
    expect(sonde.sendAll('tank_temperature', [14, 85, 85, 85, 85, 14]).at(-1)).toBe('accepted')
    expect(sonde.spells).toEqual([])
  })

  test('is not one when the fifth refusal comes a day and a minute after the first', () => {
    const sonde = terminal()
    sonde.sendAll('tank_temperature', [14, 85, 85, 85, 85])
    sonde.send({ tank_temperature: 85 }, 24 * HOUR - 14 * MINUTE)
    expect(sonde.spells).toEqual([])
  })

  test('is one when the fifth refusal comes a day after the first', () => {
    const sonde = terminal()
    sonde.sendAll('tank_temperature', [14, 85, 85, 85, 85])
    sonde.send({ tank_temperature: 85 }, 24 * HOUR - 15 * MINUTE)
    expect(sonde.spells).toHaveLength(1)
  })

  test('becomes reliable six hours after its last refusal, not a minute before', () => {
    const sonde = terminal()
    sonde.sendAll('tank_temperature', [14, ...FIVE_CODES])
    expect(sonde.sendAll('tank_temperature', [14], 6 * HOUR - MINUTE)).toEqual(['unreliable'])
    expect(sonde.sendAll('tank_temperature', [14], MINUTE)).toEqual(['accepted'])
    expect(sonde.spells.map(({ change }) => change)).toEqual(['opened', 'closed'])
  })

  test('stays unreliable for six more hours after another refusal', () => {
    const sonde = terminal()
    sonde.sendAll('tank_temperature', [14, ...FIVE_CODES])
    sonde.send({ tank_temperature: 85 }, 5 * HOUR)
    expect(sonde.sendAll('tank_temperature', [14], 5 * HOUR)).toEqual(['unreliable'])
    expect(sonde.sendAll('tank_temperature', [14], HOUR)).toEqual(['accepted'])
  })

  test('has no refusals that count by a value that agrees with the two before it, so that it can become reliable at another level', () => {
    const sonde = terminal({ everyMs: HOUR })
    sonde.sendAll('orp', [-400, 65_535, 65_535, 65_535, 65_535, 65_535])
    expect(sonde.sendAll('orp', [800, 800, 800, 800, 800, 800, 800, 800, 800])).toEqual([
      'step',
      'step',
      ...Array.from({ length: 5 }, () => 'unreliable'),
      ...accepted(2),
    ])
  })

  test('leaves the other metrics as they are', () => {
    const sonde = terminal()
    for (let i = 0; i < 6; i += 1) sonde.send({ orp: 65_535, ph: 8 })
    expect(sonde.send({ orp: 200, ph: 8 })).toEqual({ orp: 'unreliable', ph: 'accepted' })
  })
})

describe('a sonde out of the water', () => {
  const AIR: GivenValues = {
    tank_temperature: 19,
    ph: 7,
    salinity: 0,
    orp: 150,
    conductivity: 0.002,
    ambient_temperature: 20,
  }
  const REFUSED = {
    tank_temperature: 'out_of_water',
    ph: 'out_of_water',
    salinity: 'out_of_water',
    orp: 'out_of_water',
    conductivity: 'out_of_water',
  }

  test('has all metrics of the sonde refused from its first reading on, and none of the air', () => {
    const sonde = inSeaWater()
    expect(sonde.send(AIR)).toEqual({ ...REFUSED, ambient_temperature: 'accepted' })
    expect(sonde.spells).toEqual([{ spell: 'out_of_water', metric: null, change: 'opened', minute: 35 }])
  })

  test('is back with half of the usual conductivity', () => {
    const sonde = inSeaWater()
    sonde.send(AIR)
    expect(sonde.send({ ...SEA, conductivity: 22.9 }).ph).toBe('out_of_water')
    expect(sonde.send({ ...SEA, conductivity: 23 }).ph).toBe('accepted')
    expect(sonde.spells.map(({ change }) => change)).toEqual(['opened', 'closed'])
  })

  test('is one below 5 % of the usual conductivity, not at it', () => {
    expect(inSeaWater().send({ conductivity: 2.3001 }).conductivity).not.toBe('out_of_water')
    expect(inSeaWater().send({ conductivity: 2.2999 }).conductivity).toBe('out_of_water')
  })

  test('is one with a conductivity a little below zero, as a probe in air may send it', () => {
    expect(inSeaWater().send({ conductivity: -0.0001 }).conductivity).toBe('out_of_water')
  })

  test.each([
    [-9999, 'code'],
    [-1566, 'bounds'],
    [376, 'bounds'],
  ])('is not what a conductivity of %d means', (conductivity, verdict) => {
    expect(inSeaWater().send({ conductivity }).conductivity).toBe(verdict)
  })

  test('is not back with a conductivity that no water has', () => {
    const sonde = inSeaWater()
    sonde.send(AIR)
    expect(sonde.send({ ...SEA, conductivity: 376 }).ph).toBe('out_of_water')
  })

  test('is not known before six conductivities were accepted', () => {
    const sonde = terminal()
    for (let i = 0; i < 5; i += 1) sonde.send(SEA)
    expect(sonde.send({ conductivity: 0.002 }).conductivity).toBe('step')
  })

  test('is known by a reading without conductivity while the spell is open', () => {
    const sonde = inSeaWater()
    sonde.send(AIR)
    expect(sonde.send({ ph: 7 })).toEqual({ ph: 'out_of_water' })
  })

  test('is compared with the median of the last 96 conductivities, so that slowly changing water moves it', () => {
    const pond = inSeaWater()
    // Down to 2 mS/cm, which would be below 5 % of 46.
    for (let conductivity = 40; conductivity >= 2; conductivity -= 1) pond.send({ conductivity })
    for (let i = 0; i < 96; i += 1) pond.send({ conductivity: 2 })
    expect(pond.spells).toEqual([])
    expect(pond.send({ conductivity: 0.09 }).conductivity).toBe('out_of_water')
  })

  test('of soft water is known by the same share', () => {
    const pond = terminal()
    for (let i = 0; i < 6; i += 1) pond.send({ conductivity: 0.0158 })
    expect(pond.send({ conductivity: 0.0001 }).conductivity).toBe('out_of_water')
    expect(pond.send({ conductivity: 0.016 }).conductivity).toBe('accepted')
  })

  test('makes no metric unreliable', () => {
    const sonde = inSeaWater()
    for (let i = 0; i < 20; i += 1) sonde.send(AIR)
    expect(sonde.send(SEA).ph).toBe('accepted')
  })
})

describe('steps become a test of a metric', () => {
  const smooth = (count: number) => Array.from({ length: count }, (_, i) => 8 + (i % 2) / 100)

  test('after a run of 30 possible ones', () => {
    expect(
      terminal({ smoothSteps: 30 })
        .sendAll('ph', [...smooth(31), 5])
        .at(-1),
    ).toBe('step')
    expect(
      terminal({ smoothSteps: 30 })
        .sendAll('ph', [...smooth(30), 5])
        .at(-1),
    ).toBe('accepted')
  })

  test('only by readings that arrived soon after they were measured', () => {
    expect(
      terminal({ smoothSteps: 30, isLive: false })
        .sendAll('ph', [...smooth(100), 5])
        .at(-1),
    ).toBe('accepted')
  })

  test('only by readings at least ten seconds apart', () => {
    const sonde = terminal({ smoothSteps: 30, everyMs: 9_000 })
    sonde.sendAll('ph', smooth(100))
    expect(sonde.sendAll('ph', [5], MINUTE)).toEqual(['accepted'])
  })

  test('never where values jump as a rule', () => {
    const jumping = Array.from({ length: 200 }, (_, i) => (i % 20 === 0 ? 5 : 8))
    expect(terminal({ smoothSteps: 30 }).sendAll('ph', jumping)).toEqual(accepted(200))
  })

  test('for good, whatever is refused later', () => {
    const sonde = terminal({ smoothSteps: 30 })
    expect(sonde.sendAll('ph', [...smooth(31), 5, 5, 5, 9]).slice(-4)).toEqual(['step', 'step', 'accepted', 'step'])
  })
})

describe('a value that is not newer than the newest of its metric', () => {
  test('is tested by itself, and changes nothing', () => {
    const sonde = terminal()
    sonde.send({ ph: 8 })
    expect(sonde.sendAll('ph', [5], -MINUTE)).toEqual(['accepted'])
    expect(sonde.sendAll('ph', [1], -MINUTE)).toEqual(['bounds'])
    expect(sonde.sendAll('ph', [8], 2 * MINUTE + 1)).toEqual(['accepted'])
  })

  test('does not count again when a refused one is repeated', () => {
    const sonde = terminal()
    sonde.send({ tank_temperature: 85 })
    for (let i = 0; i < 10; i += 1) sonde.send({ tank_temperature: 85 }, 0)
    expect(sonde.spells).toEqual([])
  })

  test('from before the sonde left the water is no value in the air', () => {
    const sonde = inSeaWater()
    sonde.send({ ...SEA, conductivity: 0.001 })
    expect(sonde.send({ ph: 8 }, -MINUTE).ph).toBe('accepted')
  })
})

describe('metrics of one instant in messages of their own', () => {
  test('inherit a refused temperature', () => {
    const sonde = terminal()
    sonde.send({ tank_temperature: 85 })
    expect(sonde.send({ ph: 8 }, 0).ph).toBe('temperature')
    expect(sonde.send({ ph: 8 }).ph).toBe('accepted')
  })
})

describe('the rules of a profile', () => {
  test('go before the usual limits of a metric, and leave the others', () => {
    const probe = { everyMs: MINUTE, limits: { ph: { high: 10, step: 1 } } }
    expect(terminal(probe).sendAll('ph', [7, 8, 9.1])).toEqual(['accepted', 'accepted', 'step'])
    expect(terminal(probe).sendAll('ph', [10.1])).toEqual(['bounds'])
    expect(terminal(probe).sendAll('ph', [1.9])).toEqual(['bounds'])
    expect(terminal(probe).sendAll('orp', [200, 261])).toEqual(['accepted', 'step'])
  })
})
