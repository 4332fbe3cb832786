import { expect, test } from 'vitest'
import { detailView, readDetailSearch } from './detail-search.ts'

test('defaults stay out of the address', () => {
  expect(readDetailSearch({})).toEqual({})
  expect(readDetailSearch({ tab: 'live', from: 'now-24h', to: 'now', metrics: '', live: '1' })).toEqual({})
})

test('a relative window stays relative', () => {
  expect(readDetailSearch({ tab: 'charts', from: 'now-7d', to: 'now' })).toEqual({
    tab: 'charts',
    from: 'now-7d',
    to: 'now',
  })
})

test('unknown keys are dropped and nonsense becomes the default', () => {
  expect(readDetailSearch({ tab: 'past', from: 'yesterday', metrics: 'ph,depth,orp', page: 3, live: 7 })).toEqual({
    metrics: 'ph,orp',
  })
  expect(detailView({ from: 'now', to: 'now-1h' }).range).toEqual({ from: 'now-24h', to: 'now' })
})

test('every part of the view comes back from the address as it went', () => {
  const address = { tab: 'charts', from: 'now-7d', to: 'now', metrics: 'ph', live: '0', overlay: '1' } as const
  expect(readDetailSearch({ ...address, view: 'table' })).toEqual({ ...address, view: 'table' })
  expect(readDetailSearch({ ...address, overlay: 1, view: 'side' })).toEqual({ ...address, view: 'side' })
  expect(readDetailSearch({ view: 'map', overlay: '0' })).toEqual({})
})

test('a pause is read as text and as number', () => {
  expect(detailView({ live: '0' }).isPaused).toBe(true)
  expect(detailView({ live: 0 }).isPaused).toBe(true)
  expect(detailView({}).isPaused).toBe(false)
})
