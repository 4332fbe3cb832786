import type { SortField } from '@dalyan/contracts/paging'
import { sql, type RawBuilder } from 'kysely'

/**
 * The order of a list: the requested columns with nulls last, and then the id, so that no row appears on two pages.
 * @param columns SQL of each field.
 */
export function orderBy<C extends Readonly<Record<string, string>> & { id: string }>(
  columns: C,
  wanted: readonly SortField<keyof C & string>[],
): RawBuilder<unknown> {
  const parts = wanted.map(({ field, descending }) => `${columns[field]} ${descending ? 'desc' : 'asc'} nulls last`)
  return sql.raw([...parts, columns.id].join(', '))
}
