import { parentPort, workerData } from 'node:worker_threads'
import { writeXlsxStream } from 'hucre/xlsx'
import type { Cell } from './table.ts'
import type { FromWriter, SheetTask, ToWriter } from './xlsx-messages.ts'

// A thread of its own: it makes a gigabyte of XML out of a million rows, and neither the other calls nor their memory should feel it.

/** What a spreadsheet takes for a formula when a cell is typed or pasted, full-width forms too. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

function harmless(cell: Cell): Cell {
  return typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell
}

const port = parentPort
if (!port) throw new Error('a sheet is written in a thread of its own')
const tell = (message: FromWriter) => port.postMessage(message)

let rowsCame: (rows: readonly Cell[][] | null) => void = () => undefined

async function* rows() {
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<readonly Cell[][] | null>()
    rowsCame = resolve
    tell({ kind: 'want' })
    const batch = await promise
    if (!batch) return
    for (const row of batch) yield row.map(harmless)
  }
}

const { name, columns } = workerData as SheetTask
const bytes = writeXlsxStream(rows(), {
  name,
  columns: columns.map(({ title, width, format }) => ({
    header: title,
    width,
    ...(format === undefined ? {} : { numFmt: format }),
  })),
  freezePane: { rows: 1 },
  zip64: true,
}).getReader()

port.on('message', (message: ToWriter) => {
  if (message.kind === 'rows') rowsCame(message.rows)
  else void bytes.read().then(({ value }) => tell({ kind: 'bytes', bytes: value ?? null }))
})
