import { expect, test } from 'vitest'
import { numberLabels, timeLabels } from './create-plot.ts'

const at = (text: string) => Date.parse(text) / 1000

test('the time axis shows Istanbul time in 24 h, with the day below midnight', () => {
  const splits = [at('2026-07-08T15:00:00Z'), at('2026-07-08T21:00:00Z'), at('2026-07-09T03:00:00Z')]
  expect(timeLabels(splits, 6 * 3600)).toEqual(['18:00', '00:00\n09.07', '06:00'])
})

test('the time axis shows days when its ticks are days apart', () => {
  expect(timeLabels([at('2026-07-08T21:00:00Z')], 86_400)).toEqual(['09.07'])
})

test('the time axis shows seconds when its ticks are less than a minute apart', () => {
  expect(timeLabels([at('2026-07-09T11:30:15Z')], 15)).toEqual(['14:30:15'])
})

test('the number axis shows a decimal comma, a true minus and no rounding errors', () => {
  expect(numberLabels([8, 8.1, 8.2 + 1e-15], 0.1)).toEqual(['8', '8,1', '8,2'])
  expect(numberLabels([-50, -1.4e-15, 50], 50)).toEqual(['−50', '0', '50'])
  expect(numberLabels([47.5, 50, 52.5], 2.5)).toEqual(['47,5', '50', '52,5'])
  expect(numberLabels([1000, 1200], 200)).toEqual(['1.000', '1.200'])
})
