import { METRICS } from '@dalyan/contracts/metrics'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMessage, type MessageShape, type ParsedMessage } from './parse-reading.ts'

const NOW = Date.parse('2026-11-20T10:00:00.000Z')
const MINUTE = 60_000
const DAY = 86_400_000

function parse(body: unknown, shape: MessageShape = 'dalyan', lastServerTime = 0): ParsedMessage {
  return parseMessage(body, { shape, now: NOW, lateDays: 30, lastServerTime })
}
const timesOf = (message: ParsedMessage) => message.readings.map(({ measured_at }) => measured_at - NOW)
const codesOf = (message: ParsedMessage) =>
  message.refusals.flatMap(({ errors }) =>
    Object.values(errors).flatMap((problems) => problems.map(({ code }) => code)),
  )

describe('measured_at of a reading', () => {
  test.each([
    ['ISO, UTC', '2026-11-20T09:59:00Z', -MINUTE],
    ['ISO without an offset is UTC', '2026-11-20T09:59:00', -MINUTE],
    ['ISO with an offset', '2026-11-20T12:59:00+03:00', -MINUTE],
    ['microseconds are cut to milliseconds', '2026-11-20T09:59:59.123999Z', -877],
    ['epoch milliseconds', NOW - MINUTE, -MINUTE],
    ['epoch milliseconds with decimals', NOW - 0.5, -1],
    ['epoch seconds', (NOW - MINUTE) / 1000, -MINUTE],
    ['epoch seconds with decimals', NOW / 1000 - 0.25, -250],
    ['five minutes ahead is still right', NOW + 5 * MINUTE, 5 * MINUTE],
    ['a leap second is the second after', '2026-11-19T23:59:60Z', Date.parse('2026-11-20T00:00:00Z') - NOW],
    ['thirty days back', NOW - 30 * DAY, -30 * DAY],
  ])('%s', (_, measured_at, expected) => {
    const message = parse({ measured_at, ph: 7 })
    expect(timesOf(message)).toEqual([expected])
    expect(message.readings[0]?.clock_skew).toBe(false)
  })

  test.each([
    ['left out', undefined],
    ['null', null],
  ])('%s: the arrival time is used, each reading 1 ms after the one before', (_, measured_at) => {
    const message = parse([1, 2, 3].map(() => ({ measured_at, ph: 7 })))
    expect(timesOf(message)).toEqual([0, 1, 2])
    expect(timesOf(parse({ ph: 7 }, 'dalyan', message.last_server_time))).toEqual([3])
  })

  test.each([
    'noon',
    '',
    '2026-02-30T00:00:00Z',
    '0000-00-00',
    'infinity',
    '1700000000',
    '2026-13-01T00:00:00Z',
    true,
    {},
    [],
    Infinity,
    '<img src=x onerror=alert(1)>',
    "' OR 1=1--",
    '\u0000',
    '2026-11-20T25:00:00Z',
  ])('%j cannot be read, and its reading is refused', (measured_at) => {
    const message = parse({ measured_at, ph: 7 })
    expect(message.readings).toEqual([])
    expect(codesOf(message)).toEqual(['invalid_instant'])
  })

  test('a reading older than LATE_DAYS is refused', () => {
    const message = parse({ measured_at: NOW - 30 * DAY - 1, ph: 7 })
    expect(message.refusals).toMatchObject([{ errors: { measured_at: [{ code: 'too_old', parts: { days: 30 } }] } }])
  })

  test.each([
    ['1970', 0],
    ['2000', '2000-01-01T00:00:00Z'],
    ['the last moment of 2019', '2019-12-31T23:59:59.999Z'],
    ['before 1970', -5],
    ['six minutes ahead', NOW + 6 * MINUTE],
    ['2038', '2038-01-19T03:14:08Z'],
    ['far away', 1e300],
  ])('the time of a wrong clock (%s) is replaced by the arrival time and marked', (_, measured_at) => {
    const message = parse({ measured_at, ph: 7 })
    expect(message.readings).toMatchObject([{ measured_at: NOW, clock_skew: true }])
  })

  test('several readings of a wrong clock keep their distances, the newest at arrival', () => {
    const message = parse([10_000, 30_000, 20_000].map((ms) => ({ measured_at: ms / 1000, ph: 7 })))
    expect(timesOf(message)).toEqual([-20_000, 0, -10_000])
  })

  test('readings before and after a clock was set are corrected separately', () => {
    const message = parse([
      { measured_at: 5, ph: 7 },
      { measured_at: NOW - 1000, ph: 7 },
      { measured_at: 65, ph: 7 },
    ])
    expect(timesOf(message)).toEqual([-MINUTE, -1000, 0])
  })

  test('a reading of a wrong clock beyond LATE_DAYS before the newest is refused, the newest is not', () => {
    const message = parse([
      { measured_at: -40 * 86_400, ph: 7 },
      { measured_at: 0, ph: 7 },
    ])
    expect(timesOf(message)).toEqual([0])
    expect(codesOf(message)).toEqual(['too_old'])
  })
})

describe('metrics of a reading', () => {
  test('are in the order of the registry, rounded to the stored precision', () => {
    const [reading] = parse({ ph: 7.93, tank_temperature: 18.4 }).readings
    const given = new Map([
      ['tank_temperature', Math.fround(18.4)],
      ['ph', Math.fround(7.93)],
    ])
    expect(reading?.values).toEqual(METRICS.map(({ key }) => given.get(key) ?? null))
  })

  test.each(METRICS.map((metric) => [metric.key, metric.min, metric.max] as const))(
    '%s is plausible from %d to %d, ends included',
    (key, min, max) => {
      expect(parse([{ [key]: min }, { [key]: max }]).readings).toHaveLength(2)
      for (const value of [min - 0.01, max + 0.01, Infinity, -Infinity]) {
        const message = parse({ [key]: value })
        expect(codesOf(message)).toEqual(['implausible'])
        expect(message.implausible).toMatchObject([{ index: 0, metric: key, value, problem: { code: 'implausible' } }])
      }
    },
  )

  test('that are null count as absent; a reading without values is refused', () => {
    expect(codesOf(parse({ ph: null, orp: null }))).toEqual(['no_metric'])
    expect(parse({ ph: null, orp: 1 }).readings).toHaveLength(1)
  })

  test.each(['7.9', true, {}, [7]])('%j is a bad value', (ph) => {
    expect(codesOf(parse({ ph }))).toEqual(['not_a_number'])
    const besides = parse({ ph, orp: 100 })
    expect([besides.readings.length, besides.refusals.length, besides.implausible.length]).toEqual([1, 0, 1])
  })

  test('-0 is a plain zero', () => {
    expect(Object.is(parse({ salinity: -0 }).readings[0]?.values[6], 0)).toBe(true)
  })

  test('with unknown keys are collected with their last value, whatever their names', () => {
    const body = JSON.parse('[{"ph":7,"volt":1,"__proto__":{"x":1}},{"ph":7,"volt":2,"toString":"a"}]') as unknown
    expect([...(parse(body).unknown_keys ?? [])]).toEqual([
      ['volt', 2],
      ['__proto__', { x: 1 }],
      ['toString', 'a'],
    ])
    expect(parse({ ph: 7 }).unknown_keys).toBeNull()
  })
})

describe('messages of a terminal', () => {
  test.each([
    ['an empty array', [], 'empty_message'],
    ['1,001 readings', Array.from({ length: 1001 }, () => ({ ph: 7 })), 'too_many_readings'],
  ])('with %s are refused as one', (_, body, problem) => {
    expect(parse(body)).toMatchObject({ problem, readings: [], refusals: [] })
  })

  test.each([null, 7, 'text', true, [[]], [null]])('%j is not a reading', (body) => {
    expect(codesOf(parse(body))).toEqual(['not_a_reading'])
  })

  test('with one bad reading keep their other readings', () => {
    const message = parse([{ ph: 7 }, 'bad', { ph: 8 }])
    expect(message.readings.map(({ index }) => index)).toEqual([0, 2])
    expect(message.refusals.map(({ index }) => index)).toEqual([1])
  })

  test('of ThingsBoard may have {ts, values}, arrays and plain key-values; for other devices `values` is an unknown key', () => {
    const ts = NOW - MINUTE
    expect(timesOf(parse({ ts, values: { ph: 7 } }, 'thingsboard'))).toEqual([-MINUTE])
    expect(timesOf(parse([{ ts, values: { ph: 7 } }, { ph: 7 }], 'thingsboard'))).toEqual([-MINUTE, 0])
    expect(codesOf(parse({ ts, values: { ph: 7 } }))).toEqual(['no_metric'])
  })
})

test('parsing any JSON throws no error, and every reading is refused, or stored within bounds and not in the future', () => {
  const time = fc.oneof(
    fc.double(),
    fc.integer({ min: NOW - 40 * DAY, max: NOW + DAY }),
    fc.string(),
    fc.constant(null),
  )
  const item = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        measured_at: time,
        ph: fc.oneof(fc.double(), fc.constant(7), fc.jsonValue()),
        orp: fc.double({ min: -3000, max: 3000 }),
      },
      { requiredKeys: [] },
    ),
  )
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 20 }),
      fc.constantFrom('dalyan', 'thingsboard'),
      (body, shape) => {
        const message = parse(body, shape)
        const places = [...message.readings, ...message.refusals].map(({ index }) => index).sort((a, b) => a - b)
        expect(places).toEqual(body.map((_, index) => index))
        for (const { measured_at, values, clock_skew } of message.readings) {
          expect(Number.isSafeInteger(measured_at)).toBe(true)
          expect(measured_at).toBeLessThanOrEqual(NOW + 5 * MINUTE)
          expect(measured_at).toBeGreaterThanOrEqual(NOW - 30 * DAY)
          if (clock_skew) expect(measured_at).toBeLessThanOrEqual(message.last_server_time)
          expect(values.some((value) => value !== null)).toBe(true)
          values.forEach((value, index) => {
            if (value === null) return
            expect(value).toBe(Math.fround(value))
            expect(value).toBeGreaterThanOrEqual(METRICS[index]?.min ?? 0)
            expect(value).toBeLessThanOrEqual(METRICS[index]?.max ?? 0)
          })
        }
      },
    ),
    { numRuns: 500 },
  )
})

describe('battery, signal and gateway', () => {
  test('are taken from a reading, and are neither metrics nor unknown names', () => {
    const message = parse({ ph: 7, battery: 87.5, rssi: -97, snr: 8.25, gateway: ' GW-1 ' })
    expect(message).toMatchObject({ refusals: [], implausible: [], unknown_keys: null })
    expect(message.readings).toHaveLength(1)
    expect(message.health).toEqual({ battery: 87.5, rssi: -97, snr: 8.25, gateway: 'GW-1' })
  })

  test.each([
    ['battery', 101],
    ['battery', -1],
    ['battery', 'full'],
    ['rssi', -201],
    ['snr', 101],
    ['gateway', ''],
    ['gateway', 'x'.repeat(65)],
    ['gateway', 'a\u0000b'],
    ['gateway', 7],
  ])('%s %j is refused, and the reading is stored', (name, value) => {
    const message = parse({ ph: 7, [name]: value })
    expect(message.readings).toHaveLength(1)
    expect(message).toMatchObject({ refusals: [], health: null, implausible: [{ index: 0, metric: name, value }] })
  })

  test('a message without a reading is neither stored nor refused', () => {
    expect(parse({ battery: 80, gateway: null })).toMatchObject({ readings: [], refusals: [], health: { battery: 80 } })
  })

  test('beside names that are unknown the message is refused for those', () => {
    expect(codesOf(parse({ battery: 80, temp: 18 }))).toEqual(['no_metric'])
  })

  test('the last one of several readings counts, and a name that is mapped to a metric is that metric', () => {
    expect(parse([{ ph: 7, battery: 81 }, { ph: 7, battery: 80 }, { ph: 7 }]).health).toEqual({ battery: 80 })
    const keyMap = new Map([['battery', { metric: 'cabinet_humidity', scale: 1, offset: 0 }]] as const)
    const mapped = parseMessage({ battery: 80 }, { shape: 'dalyan', now: NOW, lateDays: 30, lastServerTime: 0, keyMap })
    expect([mapped.health, mapped.readings.length]).toEqual([null, 1])
  })
})
