import { instantAt, type Clock } from '../../../core/clock.ts'
import type { Connection } from '../../../core/database/database.ts'
import type { AlarmRow } from '../../../core/database/schema-alarms.ts'
import { groupAlarms, type GroupedAlarm, type IncidentGroup } from './grouping.rules.ts'
import { incidentGroupsRepository } from './incident-groups.sql.ts'

/** An alarm that occurred, or one that was stored before. */
type GroupMember = GroupedAlarm & { row: AlarmRow | null; id: number }

interface Grouped {
  /** The incident of an alarm that occurred. */
  incidentOf: (row: AlarmRow) => number
  /** Moves alarms that were stored before into their new incidents; call it after the alarms are saved. @returns their ids */
  moveOthers: () => Promise<number[]>
}

/**
 * Puts alarms that have just occurred into incidents, in the transaction that saves them: a fixed number of statements, however many there are.
 */
export async function groupOccurrences(on: Connection, occurred: readonly AlarmRow[], clock: Clock): Promise<Grouped> {
  if (occurred.length === 0) return { incidentOf: ({ incident_id }) => incident_id, moveOthers: async () => [] }
  const repository = incidentGroupsRepository(on)
  const places = await repository.findPlaces(occurred)
  const occurring = occurred.flatMap((row, index): GroupMember[] => {
    const place = places[index]
    return place ? [{ ...row, ...place, row }] : []
  })
  const open = (await repository.findOpen(occurred)).map((found): GroupMember => ({ ...found, row: null }))
  const groups = groupAlarms(occurring, open)
  const ids = await repository.save(groups.map(asRecord), instantAt(clock.now()))
  const incidents = new Map<AlarmRow, number>()
  const moved: { id: number; incident_id: number }[] = []
  groups.forEach(({ members }, index) => {
    const incident_id = ids[index] ?? 0
    for (const { row, id, incident } of members) {
      if (row) incidents.set(row, incident_id)
      if (id !== 0 && incident?.id !== incident_id) moved.push({ id, incident_id })
    }
  })
  return {
    incidentOf: (row) => incidents.get(row) ?? row.incident_id,
    moveOthers: () => repository.move(moved),
  }
}

function asRecord({ id, cause, members, isNewOccurrence }: IncidentGroup<GroupMember>) {
  const started = instantAt(Math.min(...[...members].map(({ out_since }) => Date.parse(out_since))))
  return { id, cause, started_at: started, isNewOccurrence }
}
