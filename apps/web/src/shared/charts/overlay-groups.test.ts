import { expect, test } from 'vitest'
import { overlayGroups } from './overlay-groups.ts'

test('only metrics of one unit share a chart, where the first of them stands', () => {
  expect(overlayGroups(['tank_temperature', 'ph', 'orp', 'ambient_temperature', 'ambient_humidity'])).toEqual([
    ['tank_temperature', 'ambient_temperature'],
    ['ph'],
    ['orp'],
    ['ambient_humidity'],
  ])
  expect(overlayGroups([])).toEqual([])
})
