export type FileCell = string | number | Date | null

export interface FileColumn {
  title: string
  /** Column width of a sheet, in characters. */
  width: number
  /** Number format of a sheet, such as `0.00` or `dd.mm.yyyy`. */
  format?: string
}

/** The content of a file. Rows come in batches, because passing them one at a time would cost more than making them. */
export interface FileTable {
  columns: readonly FileColumn[]
  batches: AsyncIterable<readonly FileCell[][]>
}
