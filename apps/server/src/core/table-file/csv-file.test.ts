import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { expect, test } from 'vitest'
import { csvFile, csvText } from './csv-file.ts'
import { FILE_DIALECTS } from './file-dialects.ts'
import type { FileCell } from './table.ts'

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

test.each(['en', 'tr'] as const)('every text is written as the CSV package writes it (%s)', async (locale) => {
  const { csv } = FILE_DIALECTS[locale]
  const rows: FileCell[][] = TEXTS.map((one) => [one, -1.25, null, DATE, `${one}x`])
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

/** Returns no cells when a quotation mark stays open, because that file cannot be read this way. */
function cellsBy(file: string, delimiter: string): string[] {
  try {
    return parse(file, { delimiter, relax_quotes: true, relax_column_count: true }).flat()
  } catch {
    return []
  }
}

const HIDING = [
  'a;=1+1',
  'a,=1+1',
  'a\t=1+1',
  'a|=1+1',
  'a\n=1+1',
  'a\r\n=1+1',
  'a;@SUM(A1);b',
  'a;+1+1',
  'a;-1+cmd',
  'a;＝1+1',
]
const HIDDEN_BETTER = ['a; =1+1', 'a;"=1+1";b', 'a";=1+1;"', ' =1+1', '"=1+1"', ' ;"",=1+1', '{"a":"x;=1+1"}']

test.each([...HIDING, ...HIDDEN_BETTER])('read with any separator, %j is not a formula', (hostile) => {
  for (const delimiter of [',', ';'] as const) {
    const file = `1${delimiter}${csvText(hostile, delimiter)}${delimiter}2\n`
    const cells = [',', ';', '\t', '|'].flatMap((other) => [
      ...cellsBy(file, other),
      // Simulates a program that ignores quotation marks.
      ...file.split(/\r?\n/).flatMap((line) => line.split(other)),
    ])
    const formulas = cells.filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell))
    expect(formulas).toEqual([])
  }
})

test.each([
  ['a sentence', 'Su değişti; -2 °C, sonra +1,5; ok'],
  ['numbers in JSON', '{"values":[1,-2,-3.5],"at":"2026-11-20T10:00:00.000Z"}'],
  ['a hyphen within a line', 'a - b; c-d = e'],
])('%s keeps its text in a CSV file', (_title, kept) => {
  expect(parse(csvText(kept, ','), { delimiter: ',' })).toEqual([[kept]])
})

test('JSON in a CSV cell stays valid JSON', () => {
  const json = JSON.stringify({ note: 'x;=1+1', list: ['=a', '-b'] })
  const [[cell = ''] = []] = parse(csvText(json, ','), { delimiter: ',' }) as string[][]
  expect(JSON.parse(cell)).toEqual({ note: "x;'=1+1", list: ['=a', "'-b"] })
})

test('writing a text of separators takes time linear in its length', () => {
  const steps = (part: string, length: number) => {
    const start = process.cpuUsage().user
    csvText(part.repeat(length), ',')
    return process.cpuUsage().user - start
  }
  for (const part of ['\n', ';', '"', ';-', ';-1', "' "]) {
    steps(part, 1_000)
    expect(steps(part, 200_000)).toBeLessThan(2_000 * Math.max(steps(part, 2_000), 500))
  }
})
