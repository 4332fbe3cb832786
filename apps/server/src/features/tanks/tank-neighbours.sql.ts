import type { TankNeighbours } from '@dalyan/contracts/tanks'
import { sql, type RawBuilder } from 'kysely'
import type { Connection } from '../../core/database/database.ts'

// SQL text: the query builder expresses a window over a given filter and order poorly.

/** The tanks before and after a tank `k` in a filtered and ordered list, and its position there. `joins`: what the order needs. */
export async function findNeighboursIn(
  { db }: Pick<Connection, 'db'>,
  id: number,
  { where, order, joins }: Record<'where' | 'order' | 'joins', RawBuilder<unknown>>,
): Promise<TankNeighbours> {
  const { rows } = await sql<TankNeighbours>`
    select previous, next, position from (
      select k.id, row_number() over placed as position, lag(tank) over placed as previous, lead(tank) over placed as next
      from tanks k left join firms f on f.id = k.firm_id ${joins}
        cross join lateral (select json_build_object('id', k.id, 'code', k.code, 'name', k.name) as tank) ref
      where ${where} window placed as (order by ${order})
    ) list where id = ${id}`.execute(db)
  return rows[0] ?? { previous: null, next: null, position: null }
}
