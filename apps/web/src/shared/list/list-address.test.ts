import { expect, test } from 'vitest'
import { listAddress } from './list-address.ts'

const address = listAddress({
  filters: {
    status: ['active', 'banned'],
    code: 'text',
    tank_id: 'id',
    has_tank: 'yesno',
    created_at: 'days',
    include_deleted: 'switch',
  },
  sorts: ['code', 'name'],
  defaultSort: 'code',
  pageDialogs: ['create'],
  recordDialogs: ['edit'],
})

test('invalid values are dropped, and defaults are left out', () => {
  expect(
    address.read({
      search: '',
      status: 'banned,nonsense',
      tank_id: '-3',
      has_tank: '2',
      created_at: '2026-02-30',
      page: '1',
      per_page: '25',
      sort: 'code',
      dialog: 'edit',
      foreign: 'x',
    }),
  ).toEqual({ status: ['banned'] })
})

test('a list state that was read is read again without a change', () => {
  const state = address.read({
    search: 'lev',
    status: 'active',
    tank_id: '7',
    has_tank: '0',
    created_at: '2026-01-01..2026-01-31',
    include_deleted: '1',
    page: '3',
    per_page: '50',
    sort: '-name',
    dialog: 'edit',
    id: '12',
  })
  expect(state).toMatchObject({ tank_id: 7, has_tank: '0', page: 3, dialog: 'edit', id: 12 })
  expect(address.read(state)).toEqual(state)
})

test('the call carries the API’s own names', () => {
  expect(address.query(address.read({ has_tank: '0', include_deleted: '1', code: 'T-1', sort: '-name' }))).toEqual({
    page: 1,
    per_page: 25,
    sort: [{ field: 'name', descending: true }],
    filter_has_tank: false,
    filter_code: 'T-1',
    include_deleted: true,
  })
})
