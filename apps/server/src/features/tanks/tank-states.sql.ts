import type { TankRangeState } from '@dalyan/contracts/dashboard'
import type { Instant } from '@dalyan/contracts/instant'
import type { TankRef } from '@dalyan/contracts/terminals'
import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { evaluatedTanks } from './evaluated-tanks.sql.ts'

// SQL text: one statement evaluates and groups all tanks of a filter by shared expressions.

export interface TankState {
  tank: TankRef
  state: TankRangeState
  /** No value is fresh; a tank that is out of range was so at its last values. */
  is_stale: boolean
  open_alarms: number
}

/** States of the tanks by their newest values: the count of each state, and the tanks with the most urgent states. */
export function tankStates({ db }: Pick<Connection, 'db'>) {
  return {
    async worst(now: Instant, most: number): Promise<{ counts: Record<TankRangeState, number>; tanks: TankState[] }> {
      const { rows } = await sql<{ counts: Partial<Record<TankRangeState, number>> | null; tanks: TankState[] | null }>`
        with ${evaluatedTanks(sql`k.status <> 'deleted'`, now)},
        alarmed as (select tank_id, count(*) as open_alarms from alarms where closed_at is null group by tank_id),
        states as (
          select k.id, k.code, k.name, coalesce(alarmed.open_alarms, 0) as open_alarms, coalesce(not is_fresh, false) as is_stale,
            case when is_out then 'out' when not is_fresh then 'stale' when is_limited then 'in' else 'none' end as state
          from filtered join tanks k on k.id = filtered.id left join evaluated on evaluated.id = k.id left join alarmed on alarmed.tank_id = k.id
        )
        select
          (select json_object_agg(state, n) from (select state, count(*) as n from states group by state) c) as counts,
          (select json_agg(json_build_object('tank', json_build_object('id', id, 'code', code, 'name', name),
            'state', state, 'is_stale', is_stale, 'open_alarms', open_alarms) order by trouble, code) from (
            select *, row_number() over (order by array_position(array['out', 'stale', 'in', 'none'], state), open_alarms desc, code) as trouble
            from states order by trouble limit ${most}) w) as tanks`.execute(db)
      const { counts, tanks } = rows[0] ?? { counts: null, tanks: null }
      return { counts: { out: 0, stale: 0, in: 0, none: 0, ...counts }, tanks: tanks ?? [] }
    },
  }
}
