export type Cell = string | number | Date | null

export interface Column {
  title: string
  /** Of a sheet, in characters. */
  width: number
  /** How a sheet shows it, as in `0.00` or `dd.mm.yyyy`. */
  format?: string
}

/** What a file is made of. Rows come in batches: one at a time would cost more than making them. */
export interface Table {
  columns: readonly Column[]
  batches: AsyncIterable<readonly Cell[][]>
}
