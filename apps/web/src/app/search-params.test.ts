import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test('the search part of an address is readable', () => {
  expect(
    stringifySearch({ search: 'çipura & levrek', status: ['active', 'suspended'], page: 2, sort: undefined }),
  ).toBe('?search=%C3%A7ipura%20%26%20levrek&status=active,suspended&page=2')
  expect(stringifySearch({})).toBe('')
})

test('the search part of an address is read as text', () => {
  expect(parseSearch('?search=%C3%A7ipura%20%26%20levrek&page=2')).toEqual({ search: 'çipura & levrek', page: '2' })
})
