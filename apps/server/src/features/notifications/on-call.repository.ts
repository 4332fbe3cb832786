import type { OnCallInput, OnCallOrder } from '@dalyan/contracts/notifications'
import type { Connection } from '../../core/database/database.ts'

/** Whom to wake in turn, firm by firm. */
export function onCallRepository({ query }: Pick<Connection, 'query'>) {
  return {
    /** People who are gone stand in it no longer. */
    async find(firmId: number): Promise<OnCallOrder> {
      const { rows } = await query<OnCallOrder['data'][number]>(
        `select json_build_object('id', u.id, 'name', u.name) as user, o.delay_minutes
from on_call o join users u on u.id = o.user_id and u.deleted_at is null where o.firm_id = $1 order by o.place`,
        [firmId],
      )
      return { data: rows }
    },

    /** Who of these people may stand in the firm's order: those who acknowledge its alarms, and admins. */
    async findEligible(firmId: number, userIds: readonly number[], roles: readonly string[]): Promise<Set<number>> {
      const { rows } = await query<{ id: number }>(
        `with recursive up as (
  select id, parent_id from firms where id = $1 union select f.id, f.parent_id from firms f join up on f.id = up.parent_id
)
select u.id from users u where u.id = any($2) and u.deleted_at is null
and exists (select from user_roles r where r.user_id = u.id and r.role = any($3)
  and (r.role = 'admin' or u.firm_id in (select id from up)))`,
        [firmId, userIds, roles],
      )
      return new Set(rows.map(({ id }) => id))
    },

    async replace(firmId: number, entries: readonly Required<OnCallInput['data'][number]>[]): Promise<void> {
      await query('delete from on_call where firm_id = $1', [firmId])
      await query(
        `insert into on_call (firm_id, place, user_id, delay_minutes)
select $1, r.place, r.user_id, r.delay_minutes from json_to_recordset($2) as r(place int, user_id int, delay_minutes int)`,
        [firmId, JSON.stringify(entries.map((entry, place) => ({ ...entry, place })))],
      )
    },
  }
}
