import type { Now } from '@dalyan/contracts/home'
import type { OnCallCandidate, OnCallOrder } from '@dalyan/contracts/notifications'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { foldedContains } from '../../../core/database/contains-folded.ts'
import type { Connection } from '../../../core/database/database.ts'
import { isInFirms } from '../../../core/database/list.ts'
import type { FirmScope } from '../../../core/http/signed-in.ts'
import { NOTIFIED_ROLES } from './recipients.sql.ts'

// SQL text: the builder has no recursive search for the firms above.

const MOST_CANDIDATES = 50

/** Whether the user `u` may be in the firm's order: users of it and of the firms above who acknowledge its alarms, and admins. */
function isEligible(firmId: number): RawBuilder<SqlBool> {
  return sql`u.deleted_at is null and exists (select from user_roles r where r.user_id = u.id and r.role = any(${NOTIFIED_ROLES}::text[])
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

    /** The orders of these firms, those without one left out. */
    async findOfFirms(firms: FirmScope, most: number): Promise<Now['duty']> {
      const { rows } = await sql<Now['duty'][number]>`
        select json_build_object('id', f.id, 'code', f.code, 'name', f.name) as firm,
          json_agg(json_build_object('user', json_build_object('id', u.id, 'name', u.name), 'delay_minutes', o.delay_minutes) order by o.position) as on_call
        from on_call o join users u on u.id = o.user_id and u.deleted_at is null join firms f on f.id = o.firm_id
        where f.status <> 'deleted' and ${isInFirms('f.id', firms)} group by f.id order by f.code limit ${most}`.execute(
        db,
      )
      return rows
    },

    /** The ids of these users that may be in the firm's order. */
    async findEligible(firmId: number, userIds: readonly number[]): Promise<Set<number>> {
      const { rows } = await sql<{ id: number }>`
        select u.id from users u where u.id = any(${[...userIds]}::int[]) and ${isEligible(firmId)}`.execute(db)
      return new Set(rows.map(({ id }) => id))
    },

    /** The first users that may be in the firm's order and whose name or address contains `search`. */
    async findCandidates(firmId: number, search: string): Promise<OnCallCandidate[]> {
      const { rows } = await sql<OnCallCandidate>`
        select u.id, u.name, u.email,
          case when f.id is not null then json_build_object('id', f.id, 'code', f.code, 'name', f.name) end as firm
        from users u left join firms f on f.id = u.firm_id
        where ${isEligible(firmId)} and ${foldedContains(sql.ref('u.search'), search)}
        order by u.name collate "tr-x-icu", u.id limit ${MOST_CANDIDATES}`.execute(db)
      return rows
    },

    async replace(firmId: number, entries: readonly { user_id: number; delay_minutes: number }[]): Promise<void> {
      await db.deleteFrom('on_call').where('firm_id', '=', firmId).execute()
      const rows = entries.map((entry, position) => ({ ...entry, position, firm_id: firmId }))
      if (rows.length > 0) await db.insertInto('on_call').values(rows).execute()
    },
  }
}
