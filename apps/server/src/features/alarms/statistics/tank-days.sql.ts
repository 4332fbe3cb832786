import type { TankDay } from '@dalyan/contracts/home'
import type { Instant } from '@dalyan/contracts/instant'
import { sql } from 'kysely'
import type { Connection } from '../../../core/database/database.ts'
import { isInFirms } from '../../../core/database/list.ts'
import type { FirmScope } from '../../../core/http/signed-in.ts'
import { PAST_SPAN, SPAN } from './alarm-statistics.sql.ts'

// SQL text: the builder has no functions for time ranges.

/** The spans in [from, to] in which each active tank was out of range or a terminal silent, in the order of places and codes. */
export async function findTankDays(
  { db }: Pick<Connection, 'db'>,
  { from, to }: { from: Instant; to: Instant },
  firms: FirmScope,
): Promise<TankDay[]> {
  const window = sql`tstzrange(${from}, ${to})`
  const kind = sql.raw("case when kind = 'silent' then 'silent' else severity end as kind")
  const { rows } = await sql<TankDay>`
    with seen as (
      select k.id, k.code, k.location from tanks k where k.status = 'active' and ${isInFirms('k.firm_id', firms)}),
    spans as (
      select a.tank_id, ${kind}, ${SPAN} * ${window} as span from alarms a where ${SPAN} && ${window}
      union all
      select o.tank_id, ${kind}, ${PAST_SPAN} * ${window} from alarm_occurrences o where ${PAST_SPAN} && ${window}),
    together as (select tank_id, kind, range_agg(span) as spans from spans group by 1, 2),
    days as (
      select tank_id, json_agg(json_build_object('from', floor(extract(epoch from lower(one) - ${from}))::int,
        'to', ceil(extract(epoch from upper(one) - ${from}))::int, 'kind', kind) order by lower(one)) as spans
      from together, unnest(spans) one group by 1)
    select seen.id, seen.code, exists (select from latest l where l.tank_id = seen.id) as has_reported, coalesce(days.spans, '[]') as spans from seen left join days on days.tank_id = seen.id
    order by seen.location collate "tr-x-icu" nulls last, seen.code`.execute(db)
  return rows
}
