import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { Table } from './table.ts'
import type { FromWriter, SheetTask, ToWriter } from './xlsx-messages.ts'

/** Of one file's thread, in MB. What it makes is garbage at once, so little is enough; with more it would only be collected later. */
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

/** One sheet, more of them past 1,048,576 rows; dates are dates, numbers numbers, and no text becomes a formula on its way through other programs. */
export function xlsxFile({ columns, batches }: Table, name: string): Readable {
  const task: SheetTask = { name, columns }
  const writer = new Worker(new URL('./xlsx-writer.ts', import.meta.url), { workerData: task, resourceLimits: LIMITS })
  const tell = (message: ToWriter) => writer.postMessage(message)
  const source = batches[Symbol.asyncIterator]()

  const content = new Readable({
    read: () => tell({ kind: 'pull' }),
    destroy(error, done) {
      writer.terminate().then(
        () => done(error),
        () => done(error),
      )
    },
  })

  async function answer(message: FromWriter): Promise<void> {
    if (message.kind === 'bytes') return void content.push(message.bytes)
    const next = await source.next()
    tell({ kind: 'rows', rows: next.done === true ? null : next.value })
  }
  writer.on('message', (message: FromWriter) => {
    answer(message).catch((error: Error) => content.destroy(error))
  })
  writer.on('error', (error) => content.destroy(error as Error))
  return content
}
