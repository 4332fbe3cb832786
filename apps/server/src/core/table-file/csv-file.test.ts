import { text } from 'node:stream/consumers'
import { stringify } from 'csv-stringify/sync'
import { expect, test } from 'vitest'
import { csvFile } from './csv-file.ts'
import { FILE_DIALECTS } from './file-dialects.ts'
import type { Cell } from './table.ts'

const TEXTS = [
  '',
  'TNK-014',
  'Levrek havuzu (büyük) 3/4',
  '-TNK',
  '=1+1',
  '+90 555',
  '@SUM',
  '\tindented',
  '\rreturn',
  '＝full width',
  'a,b',
  'a;b',
  'say "no"',
  'two\nlines',
  ' space before',
  'space after ',
  "it's",
  '#1',
  '1.5',
  'İ ş ğ',
]
const DATE = new Date('2026-11-20T10:00:00.250Z')

test.each(['en', 'tr'] as const)('writes every text as the package for CSV does (%s)', async (locale) => {
  const { csv } = FILE_DIALECTS[locale]
  const rows: Cell[][] = TEXTS.map((one) => [one, -1.25, null, DATE, `${one}x`])
  const batches = (async function* () {
    yield rows.slice(0, 3)
    yield rows.slice(3)
  })()
  const columns = ['first, second', 'n', 'none', 'at', 'text'].map((title) => ({ title, width: 10 }))
  const number = (value: number) => String(value).replace('.', csv.decimal)
  const wanted = stringify([columns.map(({ title }) => title), ...rows], {
    bom: true,
    delimiter: csv.delimiter,
    escape_formulas: true,
    cast: { number, date: csv.date },
  })
  expect(await text(csvFile({ columns, batches }, csv))).toBe(wanted.replace('\u{FEFF}', ''))
})
