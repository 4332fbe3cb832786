import { beforeAll, describe, expect, test } from 'vitest'
import i18next, { type TFunction } from 'i18next'
import tanks from '../../../locales/tr/tanks.json' with { type: 'json' }
import { addWords } from '../../../shared/i18n/add-words.ts'
import { startI18n } from '../../../shared/i18n/start-i18n.ts'
import { metricTitle } from '../../measurements/public/charts/chart-metrics.ts'
import { distanceWords, rangeWords } from './metric-words.ts'

let t: TFunction
beforeAll(() => {
  startI18n()
  addWords({ tanks })
  t = i18next.t
})

describe('the text of a range', () => {
  test('has units where Turkish writes them', () => {
    expect(rangeWords(t, 'tank_temperature', { min: 16, max: 22 })).toBe('Aralık 16,0 – 22,0\u00a0°C')
    expect(rangeWords(t, 'salinity', { min: 34, max: 38 })).toBe('Aralık ‰34,0 – ‰38,0')
    expect(rangeWords(t, 'orp', { min: -50, max: 350 }, true)).toBe('−50 – 350\u00a0mV')
  })

  test('names one limit, or that there is none', () => {
    expect(rangeWords(t, 'cabinet_humidity', { min: null, max: 70 })).toBe('En çok %70')
    expect(rangeWords(t, 'orp', { min: 0, max: null })).toBe('En az 0\u00a0mV')
    expect(rangeWords(t, 'ph', null)).toBe('Aralık tanımlı değil')
  })
})

describe('the text of a distance', () => {
  test('names the side and the amount', () => {
    expect(distanceWords(t, 'ph', { side: 'high', distance: 0.29 })).toBe('Üst sınırın 0,29 üstünde')
    expect(distanceWords(t, 'tank_temperature', { side: 'low', distance: 1.25 })).toBe(
      'Alt sınırın 1,3\u00a0°C altında',
    )
    expect(distanceWords(t, 'ambient_humidity', { side: 'high', distance: 5 })).toBe('Üst sınırın 5 üstünde')
  })

  test('never shows a small distance as 0', () => {
    expect(distanceWords(t, 'ph', { side: 'high', distance: 0.004 })).toBe('Üst sınırın 0,004 üstünde')
    expect(distanceWords(t, 'orp', { side: 'high', distance: 0.4 })).toBe('Üst sınırın 0,4\u00a0mV üstünde')
  })
})

test('the title of a metric has its unit', () => {
  expect(metricTitle(t, 'orp')).toBe('ORP (mV)')
  expect(metricTitle(t, 'ph')).toBe('pH')
})
