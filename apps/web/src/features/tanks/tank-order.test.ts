import { beforeEach, expect, test, vi } from 'vitest'
import { rememberedTankOrder, rememberTankOrder } from './tank-order.ts'

const kept = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => kept.set(key, text),
})
beforeEach(() => kept.clear())

test('without a saved list the tanks are ordered by code', () => {
  expect(rememberedTankOrder()).toEqual({ sort: [{ field: 'code', descending: false }] })
})

test("a list's filters and order are saved, its page and dialog are not", () => {
  rememberTankOrder({ search: 'lev', status: ['active'], sort: '-name', page: 3, dialog: 'edit', id: 4 })
  expect(rememberedTankOrder()).toEqual({
    search: 'lev',
    filter_status: ['active'],
    sort: [{ field: 'name', descending: true }],
  })
})

test('an invalid saved state counts as none', () => {
  for (const text of ['', 'x', 'null', '[1]', '{"sort":"size","status":["gone"]}']) {
    kept.set('tank-list', text)
    expect(rememberedTankOrder()).toEqual({ sort: [{ field: 'code', descending: false }] })
  }
})
