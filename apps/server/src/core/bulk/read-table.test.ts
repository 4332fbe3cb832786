import { MAX_BULK_ROWS, TANK_BULK_COLUMNS, TERMINAL_BULK_COLUMNS } from '@dalyan/contracts/bulk'
import { describe, expect, test, vi } from 'vitest'
import { AppError } from '../errors.ts'
import { readTable } from './read-table.ts'

const cellsOf = (csv: string) => readTable(csv, TANK_BULK_COLUMNS).rows.map(({ cells }) => cells)
function refusalOf(csv: string): AppError['details']['fields'] {
  try {
    readTable(csv, TANK_BULK_COLUMNS)
  } catch (error) {
    if (error instanceof AppError) return error.details.fields
    throw error
  }
  throw new Error('it was read')
}

describe('a file is read', () => {
  const tank = { code: 'TNK-1', name: 'Levrek, 1', province: 'İzmir' }
  test.each([
    ['by commas', 'code,name,province\nTNK-1,"Levrek, 1",İzmir'],
    ['by semicolons, as Turkish Excel writes it', '\uFEFFKod;Tank adı;İl\r\nTNK-1;Levrek, 1;İzmir\r\n'],
    ['by tabs, as a spreadsheet pastes it', 'Kod\tTank adı\tİl\nTNK-1\tLevrek, 1\tİzmir'],
    ['in any order, case and spacing', 'İL; tank  ADI ;KOD\n İzmir ;Levrek, 1;TNK-1'],
    ['without Turkish letters', 'il;tank adi;kod\nİzmir;Levrek, 1;TNK-1'],
    ['by English names', 'Province;Tank name;Code\nİzmir;Levrek, 1;TNK-1'],
    ['by shorter names', 'Ad;kod;İl\nLevrek, 1;TNK-1;İzmir'],
    ['by old line ends', 'code;name;province\rTNK-1;Levrek, 1;İzmir\r'],
    ['with everything in quotation marks', '"code";"name";"province"\n"TNK-1";"Levrek, 1";"İzmir"'],
  ])('%s', (_title, csv) => {
    expect(cellsOf(csv)).toEqual([tank])
  })

  test('cells that look like formulas are read as text, and so are quotation marks inside them', () => {
    expect(cellsOf('code;name;notes\nA;=1+1;5" boru')).toEqual([{ code: 'A', name: '=1+1', notes: '5" boru' }])
  })

  test('rows are numbered as in a spreadsheet, counting empty lines and cells with line breaks', () => {
    const { rows } = readTable('code;name\nA;"iki\nsatır"\n;\n\nB;b', TANK_BULK_COLUMNS)
    expect(rows.map(({ line, cells }) => [line, cells.code])).toEqual([
      [2, 'A'],
      [5, 'B'],
    ])
  })

  test('unknown columns are reported by name, columns without a name are not', () => {
    const { ignored_columns, rows } = readTable('Kod;Renk;;__proto__\nT-1;mavi;;x', TERMINAL_BULK_COLUMNS)
    expect(ignored_columns).toEqual(['Renk', '__proto__'])
    expect(rows[0]).toEqual({ line: 2, cells: { code: 'T-1' }, isTooLong: false })
  })

  test('a shorter name is ignored beside the full one', () => {
    const { ignored_columns, rows } = readTable('Kod;Ad;Firma;Firma kodu\nT-1;Levrek;Ege Su;EGE', TANK_BULK_COLUMNS)
    expect(ignored_columns).toEqual(['Firma'])
    expect(rows[0]?.cells).toEqual({ code: 'T-1', name: 'Levrek', firm_code: 'EGE' })
  })

  test('text beyond the last column is reported', () => {
    const { rows } = readTable('code,name\nA,Levrek, larva\nB,b,', TANK_BULK_COLUMNS)
    expect(rows.map(({ isTooLong }) => isTooLong)).toEqual([true, false])
  })
})

test('a column name is compared once with each known name, however many columns there are', () => {
  const header = `Kod;Tank adı${';x'.repeat(98)}`
  const folding = vi.spyOn(String.prototype, 'toLocaleLowerCase')
  expect(readTable(`${header}\nA;a`, TANK_BULK_COLUMNS).rows).toHaveLength(1)
  expect(folding.mock.calls.length).toBeLessThanOrEqual(4 * TANK_BULK_COLUMNS.length + 100 + 2)
  folding.mockClear()
  expect(() => readTable(`${header};x\nA;a`, TANK_BULK_COLUMNS)).toThrow()
  expect(folding).not.toHaveBeenCalled()
  folding.mockRestore()
})

describe('a file is refused', () => {
  const many = `code;name\n${'A;a\n'.repeat(MAX_BULK_ROWS + 1)}`
  test.each([
    ['that is empty', '', 'csv_column_missing'],
    ['without a line of names', 'TNK-1;Levrek\nTNK-2;Çipura', 'csv_column_missing'],
    ['without a column that has to be there', 'Kod;İl\nA;İzmir', 'csv_column_missing'],
    ['that names a column twice', 'Kod;Tank adı;code\nA;a;B', 'csv_column_twice'],
    ['without a record', 'Kod;Tank adı\n;\n', 'csv_empty'],
    ['with too many records', many, 'csv_too_many_rows'],
    ['with too many empty lines', `Kod;Tank adı\n${'\n'.repeat(100_000)}`, 'csv_too_many_rows'],
    ['with more than 100 columns', `Kod;Tank adı${';'.repeat(99)}\nA;a`, 'csv_too_many_columns'],
    ['with more than 100 columns by another separator', `Kod;Tank adı;${','.repeat(100)}\nA;a`, 'csv_too_many_columns'],
    ['with an open quotation mark', 'Kod;Tank adı\nA;"a\nB;b', 'csv_unreadable'],
  ])('%s', (_title, csv, code) => {
    expect(refusalOf(csv)).toMatchObject({ csv: { code } })
  })
})
