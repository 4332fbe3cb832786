import type { Cell, Column } from './table.ts'

/** What the sheet's writer is told when it starts. */
export interface SheetTask {
  name: string
  columns: readonly Column[]
}

/** To the writer: the caller wants bytes; here are rows, null: there are no more. */
export type ToWriter = { kind: 'pull' } | { kind: 'rows'; rows: readonly Cell[][] | null }
/** From the writer: it wants rows; here are bytes, null: the file is whole. */
export type FromWriter = { kind: 'want' } | { kind: 'bytes'; bytes: Uint8Array | null }
