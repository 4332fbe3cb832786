import { useState } from 'react'

interface Frozen<T> {
  /** Names what the order belongs to: another list starts anew. */
  key: string
  rows: readonly T[]
}

/**
 * Rows that stay where they are while the user reads: newer answers change the rows on screen, not their order, and neither add nor remove one
 * until the user asks for it. @param rows of the newest answer; undefined: it still loads
 */
export function useFrozenOrder<T extends { id: number }>(key: string, rows: readonly T[] | undefined) {
  const [frozen, setFrozen] = useState<Frozen<T> | null>(null)
  if (!rows) return { rows, isChanged: false, adopt: () => undefined }
  if (frozen?.key !== key) setFrozen({ key, rows })
  const order = frozen?.key === key ? frozen.rows : rows
  const newest = new Map(rows.map((row) => [row.id, row]))
  return {
    rows: order.map((row) => newest.get(row.id) ?? row),
    isChanged: order.length !== rows.length || order.some(({ id }, index) => rows[index]?.id !== id),
    /** Takes over the order of the newest answer. */
    adopt: () => setFrozen({ key, rows }),
  }
}
