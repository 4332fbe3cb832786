import type { Alarm } from '@dalyan/contracts/alarms'
import type { IncidentCause, IncidentListQuery } from '@dalyan/contracts/incidents'
import type { Instant } from '@dalyan/contracts/instant'
import { asPage, type Page } from '@dalyan/contracts/paging'
import { sql } from 'kysely'
import type { Connection } from '../../../core/database/database.ts'
import { allOf, createList, isInFirms, type PageWindow } from '../../../core/database/list.ts'
import type { FirmScope } from '../../../core/http/signed-in.ts'
import { alarmsRepository } from '../alarms.sql.ts'

// SQL text: incidents are grouped and ordered by their alarms, which the typed builder cannot express shorter.

/** An incident with those of its alarms that the caller may see. */
export interface IncidentRecord {
  id: number
  cause: IncidentCause | null
  started_at: Instant
  /** The location of each tank. */
  places: (string | null)[]
  alarms: Alarm[]
}

type IncidentRow = Pick<IncidentRecord, 'id' | 'cause' | 'started_at' | 'places'> & { alarm_ids: number[] }

const OF_TANKS = sql.raw('alarms a join tanks k on k.id = a.tank_id')
const isOpen = sql`a.closed_at is null`
/** Active unacknowledged first; then a measured emergency above silence above the rest; then the newest. */
const URGENCY = sql.raw(`min(array_position(array['active_unack', 'active_ack', 'rtn_unack'], a.state) * 10
+ case when a.kind = 'silent' then 1 else case a.severity when 'critical' then 0 when 'warning' then 2 else 3 end end)`)

/** The ids alone: the alarms of an incident depend on the caller's firms. */
const CLOSED = createList<PageWindow, { id: number }>({
  from: 'incidents i',
  id: 'i.id',
  columns: 'i.id',
  filters: {},
  sorts: {},
  defaultSort: [],
  thenBy: 'i.started_at desc, i.id desc',
})

/** Incidents as users see them: limited to the alarms of tanks that are in the caller's firms and not deleted. */
export function incidentsRepository(on: Connection) {
  const { db } = on
  const visible = (firms: FirmScope) => allOf([sql`k.status <> 'deleted'`, isInFirms('k.firm_id', firms)])

  async function findByIds(ids: readonly number[], firms: FirmScope): Promise<IncidentRecord[]> {
    if (ids.length === 0) return []
    const { rows } = await sql<IncidentRow>`
      select i.id, i.cause, i.started_at, array_agg(a.id order by a.out_since, a.id) as alarm_ids,
        array_agg(distinct k.location) as places
      from unnest(${[...ids]}::int[]) with ordinality wanted(id, position) join incidents i using (id)
      join alarms a on a.incident_id = i.id join tanks k on k.id = a.tank_id
      where ${visible(firms)} group by i.id, wanted.position order by wanted.position`.execute(db)
    const alarms = await alarmsRepository(on).findByIds(rows.flatMap(({ alarm_ids }) => alarm_ids))
    const byId = new Map(alarms.map((alarm) => [alarm.id, alarm]))
    return rows.map(({ alarm_ids, ...incident }) => ({
      ...incident,
      alarms: alarm_ids.flatMap((id) => byId.get(id) ?? []),
    }))
  }

  /** The incidents with an alarm that is not closed; the most urgent first. */
  async function findOpenIds(firms: FirmScope): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      select a.incident_id as id from ${OF_TANKS} where ${isOpen} and ${visible(firms)}
      group by a.incident_id order by ${URGENCY}, max(a.out_since) desc, a.incident_id desc`.execute(db)
    return rows.map(({ id }) => id)
  }

  return {
    findByIds,

    findOpen: async (firms: FirmScope): Promise<IncidentRecord[]> => findByIds(await findOpenIds(firms), firms),

    async list(query: IncidentListQuery, firms: FirmScope): Promise<Page<IncidentRecord>> {
      const { page, per_page, state } = query
      if (state === 'open') {
        // Their order depends on all their alarms, so that a page needs all ids, of which there are few.
        const ids = await findOpenIds(firms)
        const shown = ids.slice((page - 1) * per_page, page * per_page)
        return asPage(await findByIds(shown, firms), ids.length, query)
      }
      const ofIncident = sql`select from ${OF_TANKS} where a.incident_id = i.id and ${visible(firms)}`
      const closed = await CLOSED.readPage(
        { db },
        query,
        sql`exists (${ofIncident}) and not exists (${ofIncident} and ${isOpen})`,
      )
      const shown = closed.data.map(({ id }) => id)
      return { ...closed, data: await findByIds(shown, firms) }
    },
  }
}
