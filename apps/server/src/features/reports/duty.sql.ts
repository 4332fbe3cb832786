import type { TankMonth } from '@dalyan/contracts/reports'
import type { Instant } from '@dalyan/contracts/instant'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'

// SQL text: the builder has no recursive search for the firms above.

const MOST_SHIFTS = 200

/** The shifts over this firm's tanks that were handed over and taken, and overlap [from, to): those of the firm, of firms above it, and of all firms. */
export async function findShifts(
  { db }: Pick<Connection, 'db'>,
  firmId: number | null,
  { from, to }: { from: Instant; to: Instant },
): Promise<TankMonth['duty']> {
  const { rows } = await sql<TankMonth['duty'][number]>`
    with recursive up as (
      select ${firmId}::int as id
      union select f.parent_id from up join firms f on f.id = up.id where f.parent_id is not null)
    select b.name, h.from_at as "from", h.to_at as "to", t.name as taken_by, h.taken_at
    from handovers h join users b on b.id = h.by_user join users t on t.id = h.to_user
    where h.taken_at is not null and h.from_at < ${to} and h.to_at > ${from}
      and (h.firm_id is null or h.firm_id in (select id from up))
    order by h.from_at, h.id limit ${MOST_SHIFTS}`.execute(db)
  return rows
}
