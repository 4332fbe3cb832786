import type { ShelvedSpan } from '@dalyan/contracts/handovers'
import type { Instant } from '@dalyan/contracts/instant'
import { sql } from 'kysely'
import type { Connection } from '../../../core/database/database.ts'
import { isInFirms } from '../../../core/database/list.ts'
import type { FirmScope } from '../../../core/http/signed-in.ts'

// SQL text: the builder has no window functions over the fields of JSON.

/** So many of the newest shelvings are read, of all firms, so that the time to read them does not grow with the log. */
const MOST_READ = 2_000
const MOST_SPANS = 500

/**
 * The times in [from, to] in which alarms of these firms' tanks were shelved, oldest first. An alarm has only its present shelving: the earlier
 * ones are in the logs of the tanks. A shelving ends by its time, by a user, or by another one of the same tank, metric and side.
 */
export async function findShelvedSpans(
  { db }: Pick<Connection, 'db'>,
  { from, to }: { from: Instant; to: Instant },
  firms: FirmScope,
): Promise<ShelvedSpan[]> {
  const newest = (event: 'alarm_shelved' | 'alarm_unshelved') => sql`(
    select id, tank_id, created_at, event, meta from tank_logs where event = ${event} order by id desc limit ${MOST_READ})`
  const { rows } = await sql<ShelvedSpan>`
    with changes as (select * from ${newest('alarm_shelved')} s union all select * from ${newest('alarm_unshelved')} u),
    spans as (
      select tank_id, event, meta, created_at as "from", least(
        created_at + (meta->>'minutes')::int * interval '1 minute',
        lead(created_at) over (
          partition by tank_id, meta->>'kind', meta->>'metric', case when meta->>'kind' = 'silent' then meta->>'alarm_id' end
          order by id)) as until
      from changes)
    select json_build_object('id', k.id, 'code', k.code, 'name', k.name) as tank, s."from", s.until,
      s.meta->>'kind' as kind, s.meta->>'metric' as metric
    from spans s join tanks k on k.id = s.tank_id
    where s.event = 'alarm_shelved' and s."from" <= ${to} and s.until > ${from}
      and k.status <> 'deleted' and ${isInFirms('k.firm_id', firms)}
    order by s."from", k.code limit ${MOST_SPANS}`.execute(db)
  return rows
}
