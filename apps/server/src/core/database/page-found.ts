import { sql, type RawBuilder } from 'kysely'

/**
 * A page's ids in their order, as a table `page` of `id` and `place`: found first, by what filter and order need, so that the rest is read for these rows
 * alone. In one query PostgreSQL makes every row whole before it sorts.
 * @param found `select id … where … order by …`
 */
export function pageFound(
  found: RawBuilder<unknown>,
  { page, per_page }: { page: number; per_page: number },
): RawBuilder<unknown> {
  return sql`unnest(array(${found} limit ${per_page} offset ${(page - 1) * per_page})) with ordinality page(id, place)`
}
