import { finished, type Readable } from 'node:stream'
import { parentPort } from 'node:worker_threads'
import type { Connection } from '../database/database.ts'
import type { ReadAddress } from '../database/read-replica.ts'
import { openSnapshot } from '../database/snapshot.ts'
import { csvFile } from './csv-file.ts'
import { FILE_DIALECTS } from './file-dialects.ts'
import type { FromThread, ToThread } from './file-from-thread.ts'
import type { LineColumn, LineTask } from './line-file.ts'
import type { FileCell } from './table.ts'

/** The other end of `fileFromThread`. When `content` is closed, its maker must release all resources, so that the thread ends by itself. */
export function sendFromThread(content: Readable): void {
  const port = parentPort
  if (!port) throw new Error('a file is sent from a thread of its own')
  const chunks: AsyncIterator<Uint8Array> = content[Symbol.asyncIterator]()
  const send = (bytes: FromThread) => port.postMessage(bytes, bytes ? [bytes.buffer] : [])
  let isStopped = false

  async function sendNext(): Promise<void> {
    const next = await chunks.next()
    // A separate buffer, because transferring moves the complete underlying buffer.
    send(next.done === true ? null : new Uint8Array(next.value))
    if (next.done === true) port?.close()
  }
  port.on('message', (message: ToThread) => {
    if (message === 'stop') {
      isStopped = true
      content.destroy()
      port.close()
      return
    }
    sendNext().catch((error: unknown) => {
      // Deliberately uncaught, so that it ends the thread and fails the file.
      if (!isStopped) throw error
    })
  })
}

/** Sends the file that `fileOf` makes of rows read in one snapshot of the database. */
export async function sendTable(
  address: ReadAddress,
  open: (snapshot: Connection) => Promise<AsyncGenerator<FileCell[][], void>>,
  fileOf: (batches: AsyncIterable<FileCell[][]>) => Readable,
): Promise<void> {
  const snapshot = await openSnapshot(address)
  const batches = await open(snapshot)
  const content = fileOf(batches)
  // Also runs when no consumer read from the file.
  finished(content, () => void batches.return().then(snapshot.end, snapshot.end))
  sendFromThread(content)
}

/** Sends the file of a `lineFile`, whose lines are read in batches from one snapshot, with times of this time zone. */
export async function sendLines<Line, Wanted>(
  { address, locale, wanted }: LineTask<Wanted>,
  columns: readonly LineColumn<Line>[],
  read: (snapshot: Connection, wanted: Wanted, timeZone: string) => AsyncGenerator<Line[], void>,
): Promise<void> {
  const { timeZone, csv } = FILE_DIALECTS[locale]
  const cells = columns.map(({ cell, turkish = cell }) => (locale === 'tr' ? turkish : cell))
  async function* batchesOf(snapshot: Connection): AsyncGenerator<FileCell[][], void> {
    for await (const lines of read(snapshot, wanted, timeZone))
      yield lines.map((line) => cells.map((cellOf) => cellOf(line)))
  }
  const titles = columns.map((column) => ({ title: column[locale], width: 20 }))
  await sendTable(
    address,
    async (snapshot) => batchesOf(snapshot),
    (batches) => csvFile({ columns: titles, batches }, csv),
  )
}
