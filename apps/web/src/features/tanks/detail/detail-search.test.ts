import { expect, test } from 'vitest'
import { detailView, readDetailSearch } from './detail-search.ts'

test('the address of a tank page has no defaults', () => {
  expect(readDetailSearch({})).toEqual({})
  expect(readDetailSearch({ tab: 'live', from: 'now-24h', to: 'now', metrics: '', live: '1' })).toEqual({})
})

test('a relative window of a tank page stays relative in its address', () => {
  expect(readDetailSearch({ tab: 'charts', from: 'now-7d', to: 'now' })).toEqual({
    tab: 'charts',
    from: 'now-7d',
    to: 'now',
  })
})

test('the address of a tank page loses unknown names and invalid values', () => {
  expect(readDetailSearch({ tab: 'past', from: 'yesterday', metrics: 'ph,depth,orp', page: 3, live: 7 })).toEqual({
    metrics: 'ph,orp',
  })
  expect(detailView({ from: 'now', to: 'now-1h' }).range).toEqual({ from: 'now-24h', to: 'now' })
})

test('every part of the view of a tank page is written and read without a change', () => {
  const address = { tab: 'charts', from: 'now-7d', to: 'now', metrics: 'ph', live: '0', overlay: '1' } as const
  expect(readDetailSearch({ ...address, view: 'table' })).toEqual({ ...address, view: 'table' })
  expect(readDetailSearch({ ...address, overlay: 1, view: 'side' })).toEqual({ ...address, view: 'side' })
  expect(readDetailSearch({ view: 'map', overlay: '0' })).toEqual({})
})

test('the pause of a tank page is read as text and as number', () => {
  expect(detailView({ live: '0' }).isPaused).toBe(true)
  expect(detailView({ live: 0 }).isPaused).toBe(true)
  expect(detailView({}).isPaused).toBe(false)
})
