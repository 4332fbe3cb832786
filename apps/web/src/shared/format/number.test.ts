import { describe, expect, test } from 'vitest'
import { formatMetric, formatNumber, metricText } from './number.ts'

describe('numbers are written as Turkish readers write them', () => {
  test('a dot groups thousands and a comma starts the decimals', () => {
    expect(formatNumber(1234)).toBe('1.234')
    expect(formatNumber(1234.5, 2)).toBe('1.234,50')
  })
  test('a negative number carries a true minus sign, a rounded zero none', () => {
    expect(formatNumber(-50)).toBe('−50')
    expect(formatNumber(-0.04, 1)).toBe('0,0')
  })
})

describe('a metric is written with its decimals and unit', () => {
  test.each([
    ['tank_temperature', 18.44, '18,4\u00a0°C'],
    ['ambient_humidity', 62, '%62'],
    ['salinity', 36.5, '‰36,5'],
    ['orp', -50, '−50\u00a0mV'],
    ['conductivity', 53.94, '53,9\u00a0mS/cm'],
    ['ph', 8.6, '8,60'],
  ] as const)('%s %d', (key, value, text) => {
    expect(formatMetric(key, value)).toBe(text)
  })
  test('the parts of a number and its unit can be styled separately', () => {
    expect(metricText('salinity', 36.5)).toEqual({ prefix: '‰', number: '36,5', suffix: '' })
  })
})
