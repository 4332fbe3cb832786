import { describe, expect, test } from 'vitest'
import { keepExplorerSearch } from './explorer-address.ts'
import { explorerSearch, explorerView } from './explorer-search.ts'

/** The address after the page has read and written it. */
const cleaned = (search: Record<string, unknown>) => explorerSearch(explorerView({ ...keepExplorerSearch(search) }))

describe('the explorer’s address', () => {
  test('without a search shows charts and table of the last 24 hours of all tanks', () => {
    const view = explorerView({})
    expect(view).toMatchObject({ tanks: [], range: { from: 'now-24h', to: 'now' }, metrics: [], look: 'both', page: 1 })
    expect(explorerSearch(view)).toEqual({})
  })

  test('is read and written without a change, relative times included', () => {
    const search = {
      tank: '14,3',
      from: 'now-365d',
      to: 'now',
      metrics: 'ph,orp',
      view: 'chart',
      out: '1',
      page: 2,
      per_page: 50,
      sort: 'measured_at',
    } as const
    expect(cleaned(search)).toEqual(search)
    expect(explorerView(search)).toMatchObject({ tanks: [14, 3], metrics: ['ph', 'orp'], isOnlyOutside: true })
  })

  test('has two axes only for two metrics of one tank', () => {
    const two = { tank: '14', metrics: 'ph,orp', axes: '2' } as const
    expect(cleaned(two)).toEqual(two)
    expect(explorerView({ ...two, axes: 2 }).hasTwoAxes).toBe(true)
    expect(cleaned({ ...two, metrics: 'ph' })).not.toHaveProperty('axes')
    expect(cleaned({ ...two, metrics: 'ph,orp,salinity' })).not.toHaveProperty('axes')
    expect(cleaned({ ...two, tank: '14,3' })).not.toHaveProperty('axes')
  })

  test('loses values that are not valid', () => {
    const search = {
      tank: 'x,-1,0,3.5',
      metrics: 'ph,weight',
      from: 'yesterday',
      view: 'globe',
      page: '0',
      per_page: '7',
    }
    expect(cleaned({ ...search, sort: 'ph', foo: 'bar' })).toEqual({ metrics: 'ph' })
  })

  test('holds at most six tanks, each once', () => {
    expect(explorerView({ tank: '1,1,2,3,4,5,6,7' }).tanks).toEqual([1, 2, 3, 4, 5, 6])
    expect(explorerView({ tank: 14 }).tanks).toEqual([14])
  })

  test('has a terminal only for one tank or for all, a firm only for all, and the dialog only for one', () => {
    expect(cleaned({ tank: '14,3', iot_id: '214', firm: '1', dialog: 'add' })).toEqual({ tank: '14,3' })
    expect(cleaned({ tank: '14', iot_id: '214', firm: '1', dialog: 'add' })).toEqual({
      tank: '14',
      iot_id: '214',
      dialog: 'add',
    })
    expect(cleaned({ iot_id: '214', firm: '1', dialog: 'add' })).toEqual({ iot_id: '214', firm: '1' })
  })

  test('keeps the tab with its metrics, lag and median, and loses those that are not valid', () => {
    const search = { tab: 'compare', x: 'ph', y: 'orp', lag: 45, against: 'firm' } as const
    expect(cleaned(search)).toEqual(search)
    expect(cleaned({ tab: 'pie', x: 'weight', y: 'ph', lag: 400, against: 'moon' })).toEqual({})
  })

  test('has 30 days by default in every tab but the first, and keeps a window that was chosen', () => {
    const month = { from: 'now-30d', to: 'now' }
    expect(explorerView({ tab: 'pattern' }).range).toEqual(month)
    expect(cleaned({ tab: 'pattern', ...month })).toEqual({ tab: 'pattern' })
    expect(cleaned({ ...month })).toEqual(month)
    const day = { from: 'now-24h', to: 'now' }
    expect(cleaned({ tab: 'relation', ...day })).toEqual({ tab: 'relation', ...day })
  })
})
