import { expect, test } from 'vitest'
import { overlayGroups } from './chart-metrics.ts'

test('metrics of one unit are grouped at the position of the first of them', () => {
  expect(overlayGroups(['tank_temperature', 'ph', 'orp', 'ambient_temperature', 'ambient_humidity'])).toEqual([
    ['tank_temperature', 'ambient_temperature'],
    ['ph'],
    ['orp'],
    ['ambient_humidity'],
  ])
  expect(overlayGroups([])).toEqual([])
})
