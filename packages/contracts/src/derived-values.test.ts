import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DERIVED_CHECKS, meetsCheck } from './derived-check-values.ts'
import {
  dewPoint,
  oxygenSaturation,
  oxygenSolubility,
  pressureAt,
  rawConductivity,
  salinityOf,
  salinityOfRatio,
  unionisedAmmoniaShare,
} from './derived-values.ts'

test.each(DERIVED_CHECKS)('$name is $printed, to the last printed digit', ({ printed, computed }) => {
  expect(computed?.toFixed(printed.split('.')[1]?.length ?? 0)).toBe(printed)
})

test('a check value that differs in its last digit is not met', () => {
  expect(meetsCheck({ name: '', printed: '9.09', computed: 9.0949 })).toBe(true)
  expect(meetsCheck({ name: '', printed: '9.09', computed: 9.096 })).toBe(false)
  expect(meetsCheck({ name: '', printed: '9.09', computed: null })).toBe(false)
})

describe('salinity', () => {
  test('of pure water is 0, with the extension below 2', () => {
    expect(salinityOf(0, 4)).toBe(0)
    expect(salinityOf(0, 30)).toBe(0)
  })

  test('of soft pond water is near the value that its sonde shows', () => {
    // Via Sacra pond: 0.0158 mS/cm at 25 °C, 7.66 °C, shown as 0.01.
    expect(salinityOf(rawConductivity(0.0158, 7.66) ?? Number.NaN, 7.66)).toBeCloseTo(0.01, 2)
  })

  test('is almost continuous where the extension begins', () => {
    const around = [0.0679, 0.0681].map((ratio) => salinityOfRatio({ ratio, temperature68: 15, pressure: 0 }) ?? 0)
    expect(around[0]).toBeLessThan(2)
    expect(Math.abs((around[1] ?? 0) - (around[0] ?? 0))).toBeLessThan(0.02)
  })

  test('grows with conductivity', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 30, noNaN: true }),
        fc.double({ min: 0.01, max: 10, noNaN: true }),
        fc.double({ min: 0, max: 35, noNaN: true }),
        (conductivity, more, temperature) => {
          const less = salinityOf(conductivity, temperature)
          const greater = salinityOf(conductivity + more, temperature)
          return less === null || greater === null || greater > less
        },
      ),
    )
  })

  test('from conductivity at 25 °C taken for raw is wrong by several ‰ in cold water', () => {
    const right = salinityOf(rawConductivity(45.97, 12) ?? Number.NaN, 12) ?? 0
    expect((salinityOf(45.97, 12) ?? 0) - right).toBeGreaterThan(8)
  })

  test.each([
    ['colder than −2 °C', salinityOf(40, -2.1)],
    ['warmer than 35 °C', salinityOf(40, 35.1)],
    ['above 42', salinityOf(90, 25)],
    ['of a negative conductivity', salinityOf(-0.1, 20)],
    ['above the surface', salinityOf(40, 20, -1)],
    ['deeper than the sea', salinityOf(40, 20, 10_001)],
    ['of no number', salinityOf(Number.NaN, 20)],
  ])('%s is not given', (_, salinity) => {
    expect(salinity).toBeNull()
  })

  test('at both ends of its range is given', () => {
    expect(salinityOf(25, -2)).not.toBeNull()
    expect(salinityOf(50, 35)).not.toBeNull()
  })
})

describe('raw conductivity', () => {
  test('is the specific conductance at 25 °C and 1.91 % of it less for each degree below', () => {
    expect(rawConductivity(50, 25)).toBe(50)
    expect(rawConductivity(50, 15)).toBeCloseTo(40.45, 10)
    expect(rawConductivity(50, 35)).toBeCloseTo(59.55, 10)
  })

  test.each([
    [-0.1, 20],
    [50, -2.1],
    [50, 35.1],
  ])('of %d mS/cm at %d °C is not given', (conductance, temperature) => {
    expect(rawConductivity(conductance, temperature)).toBeNull()
  })
})

describe('oxygen', () => {
  test('at its solubility is 100 % of saturation', () => {
    expect(oxygenSaturation(oxygenSolubility(18, 30) ?? 0, 18, 30)).toBe(100)
    expect(oxygenSaturation(4.546, 20, 0)).toBeCloseTo(50, 2)
  })

  test('loses about 1 % of its solubility with 10 hPa', () => {
    const share = (oxygenSolubility(20, 0, 1003.25) ?? 0) / (oxygenSolubility(20, 0) ?? 1)
    expect(share).toBeCloseTo(0.99, 3)
  })

  test('dissolves less at an altitude, by a little more than the pressure falls', () => {
    expect(pressureAt(0)).toBe(1013.25)
    expect(pressureAt(1000)).toBeCloseTo(898.7, 1)
    const atAltitude = oxygenSolubility(15, 0, pressureAt(1000) ?? 0) ?? 0
    expect(atAltitude / (oxygenSolubility(15, 0) ?? 1)).toBeCloseTo(0.8851, 4)
  })

  test.each([
    ['below 0 °C', oxygenSolubility(-0.1, 0)],
    ['above 40 °C', oxygenSolubility(40.1, 0)],
    ['in water saltier than 40', oxygenSolubility(20, 40.1)],
    ['at a negative salinity', oxygenSolubility(20, -1)],
    ['at an unknown pressure', oxygenSolubility(20, 0, 300)],
    ['as a saturation above 40 °C', oxygenSaturation(5, 41, 0)],
    ['as a saturation of a negative amount', oxygenSaturation(-1, 20, 0)],
    ['at an altitude above 5,000 m', pressureAt(5001)],
    ['at an altitude below −500 m', pressureAt(-501)],
  ])('%s is not given', (_, value) => {
    expect(value).toBeNull()
  })
})

describe('un-ionised ammonia', () => {
  test('of sea water by Clegg and Whitfield (0.0380 at 20 °C, S 35, pH 8) differs by less than 1 %', () => {
    expect(Math.abs((unionisedAmmoniaShare(20, 8) ?? 0) / 0.038 - 1)).toBeLessThan(0.01)
  })

  test('changes by the factors 1.44 and 1.9 when the pH errs by 0.16 and 0.29', () => {
    const factor = (error: number) =>
      (unionisedAmmoniaShare(20, 7 + error) ?? 0) / (unionisedAmmoniaShare(20, 7) ?? Number.NaN)
    expect(factor(0.16)).toBeCloseTo(1.44, 2)
    expect(factor(0.29)).toBeCloseTo(1.9, 1)
  })

  test.each([
    [-0.1, 8],
    [30.1, 8],
    [20, -0.1],
    [20, 14.1],
  ])('at %d °C and pH %d is not given', (temperature, ph) => {
    expect(unionisedAmmoniaShare(temperature, ph)).toBeNull()
  })
})

describe('dew point', () => {
  test('of saturated air is its temperature, also where the sensor sends up to 105 %', () => {
    expect(dewPoint(21, 100)).toBeCloseTo(21, 10)
    expect(dewPoint(21, 105)).toBe(dewPoint(21, 100))
  })

  test('with the coefficients of Alduchov and Eskridge differs by less than 0.02 °C', () => {
    for (const [t, humidity] of [
      [25, 50],
      [30, 80],
      [20, 95],
      [10, 60],
      [0, 80],
    ] as const) {
      const g = Math.log(humidity / 100) + (17.625 * t) / (243.04 + t)
      expect(Math.abs((dewPoint(t, humidity) ?? 0) - (243.04 * g) / (17.625 - g))).toBeLessThan(0.02)
    }
  })

  test('changes by 0.9 °C when the humidity errs by 3 %', () => {
    expect((dewPoint(25, 53) ?? 0) - (dewPoint(25, 50) ?? 0)).toBeCloseTo(0.9, 1)
  })

  test.each([
    [-45.1, 50],
    [60.1, 50],
    [20, 0],
    [20, 105.1],
  ])('at %d °C and a humidity of %d is not given', (temperature, humidity) => {
    expect(dewPoint(temperature, humidity)).toBeNull()
  })
})
