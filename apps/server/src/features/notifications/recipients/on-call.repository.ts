import type { OnCallCandidate, OnCallInput, OnCallOrder } from '@dalyan/contracts/notifications'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { foldedContains } from '../../../core/database/contains-folded.ts'
import type { Connection } from '../../../core/database/database.ts'

const MOST_CANDIDATES = 50

/** Whether the user `u` may be in the firm's order: users of it and of the firms above who acknowledge its alarms, and admins. */
function isEligible(firmId: number, roles: readonly string[]): RawBuilder<SqlBool> {
  return sql`u.deleted_at is null and exists (select from user_roles r where r.user_id = u.id and r.role = any(${[...roles]}::text[])
    and (r.role = 'admin' or u.firm_id in (
      with recursive up as (
        select id, parent_id from firms where id = ${firmId} union select f.id, f.parent_id from firms f join up on f.id = up.parent_id
      )
      select id from up)))`
}

/** The on-call order of each firm. */
export function onCallRepository({ db, query }: Connection) {
  return {
    /** Leaves out deleted users. */
    async find(firmId: number): Promise<OnCallOrder> {
      const { rows } = await query<OnCallOrder['data'][number]>(
        `select json_build_object('id', u.id, 'name', u.name) as user, o.delay_minutes
from on_call o join users u on u.id = o.user_id and u.deleted_at is null where o.firm_id = $1 order by o.position`,
        [firmId],
      )
      return { data: rows }
    },

    /** The ids of these users that may be in the firm's order. */
    async findEligible(firmId: number, userIds: readonly number[], roles: readonly string[]): Promise<Set<number>> {
      const { rows } = await sql<{ id: number }>`
        select u.id from users u where u.id = any(${[...userIds]}::int[]) and ${isEligible(firmId, roles)}`.execute(db)
      return new Set(rows.map(({ id }) => id))
    },

    /** The first users that may be in the firm's order and whose name or address contains `search`. */
    async findCandidates(firmId: number, roles: readonly string[], search: string): Promise<OnCallCandidate[]> {
      const { rows } = await sql<OnCallCandidate>`
        select u.id, u.name, u.email,
          case when f.id is not null then json_build_object('id', f.id, 'code', f.code, 'name', f.name) end as firm
        from users u left join firms f on f.id = u.firm_id
        where ${isEligible(firmId, roles)} and ${foldedContains(sql.ref('u.search'), search)}
        order by u.name collate "tr-x-icu", u.id limit ${MOST_CANDIDATES}`.execute(db)
      return rows
    },

    async findFirmCode(firmId: number): Promise<string> {
      return (await query<{ code: string }>('select code from firms where id = $1', [firmId])).rows[0]?.code ?? ''
    },

    async replace(firmId: number, entries: readonly Required<OnCallInput['data'][number]>[]): Promise<void> {
      await query('delete from on_call where firm_id = $1', [firmId])
      await query(
        `insert into on_call (firm_id, position, user_id, delay_minutes)
select $1, r.position, r.user_id, r.delay_minutes from json_to_recordset($2) as r(position int, user_id int, delay_minutes int)`,
        [firmId, JSON.stringify(entries.map((entry, position) => ({ ...entry, position })))],
      )
    },
  }
}
