import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ListTable } from './ListTable.tsx'

test('of a hundred rows only the one whose record has changed is drawn again', () => {
  interface Row {
    id: number
    value: number
  }
  const draw = vi.fn<(id: number) => void>()
  function Value({ row: { id, value } }: { row: Row }) {
    draw(id)
    return value
  }
  // As a page makes them: anew each time it is drawn.
  const table = (rows: readonly Row[]) => (
    <ListTable
      label="Tanklar"
      rows={rows}
      columns={[{ key: 'value', label: ['common.fields.province'], cell: (row: Row) => <Value row={row} /> }]}
    />
  )
  const rows = Array.from({ length: 100 }, (_, id) => ({ id, value: id / 10 }))
  const screen = render(table(rows))
  expect(draw).toHaveBeenCalledTimes(100)
  draw.mockClear()
  screen.rerender(table(rows.map((row) => (row.id === 42 ? { id: 42, value: 99 } : row))))
  expect(draw.mock.calls).toEqual([[42]])
  expect(screen.getByRole('cell', { name: '99' })).toBeVisible()
})
