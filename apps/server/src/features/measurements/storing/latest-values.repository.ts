import type { LastMeasurement, TerminalLatest } from '@dalyan/contracts/tanks'
import { METRIC_KEYS, perMetric } from '@dalyan/contracts/metrics'
import { sql, type Selectable } from 'kysely'
import type { Connection } from '../../../core/database/database.ts'
import type { Schema } from '../../../core/database/schema.ts'

/** The newest values of tanks and terminals. */
export function latestValues({ db }: Connection) {
  const latest = db
    .selectFrom('latest')
    .innerJoin('terminals', 'terminals.id', 'latest.terminal_id')
    .selectAll('latest')
    .select('terminals.kind')

  return {
    /** The newest value of each metric on each of the tanks, from any terminal; tanks without a reading are omitted. */
    async forTanks(tankIds: readonly number[]): Promise<Map<number, LastMeasurement>> {
      const rows = await latest
        .where(sql<boolean>`latest.tank_id = any(${tankIds}::int[])`)
        .orderBy('latest.terminal_id')
        .execute()
      const byTank = new Map<number, LastMeasurement>()
      for (const row of rows) byTank.set(row.tank_id, withRow(byTank.get(row.tank_id) ?? null, row))
      return byTank
    },

    /** The newest value of each metric of each terminal now on the tank, and of the readings entered by hand. */
    async byTerminal(tankId: number): Promise<TerminalLatest[]> {
      const rows = await latest
        .leftJoin('terminal_assignments as assigned', (on) =>
          on
            .onRef('assigned.terminal_id', '=', 'latest.terminal_id')
            .onRef('assigned.tank_id', '=', 'latest.tank_id')
            .on('assigned.to_at', 'is', null),
        )
        .where('latest.tank_id', '=', tankId)
        .where((is) => is.or([is('assigned.terminal_id', 'is not', null), is('terminals.kind', '=', 'manual')]))
        .orderBy('terminals.code')
        .execute()
      return rows.map((row) => ({ iot_id: row.kind === 'manual' ? null : row.terminal_id, ...withRow(null, row) }))
    },

    /** The newest value of each metric of a terminal, on any tank; null: it never had a reading. */
    async forTerminal(terminalId: number): Promise<LastMeasurement | null> {
      const rows = await latest.where('latest.terminal_id', '=', terminalId).execute()
      return rows.reduce<LastMeasurement | null>(withRow, null)
    },
  }
}

type LatestRow = Selectable<Schema['latest']> & { kind: 'device' | 'manual' }

/** Takes the newer value of each metric from `known` and the row. */
function withRow(known: LastMeasurement | null, row: LatestRow): LastMeasurement {
  const last = known ?? { measured_at: row.measured_at, ...perMetric(() => null) }
  if (row.measured_at > last.measured_at) last.measured_at = row.measured_at
  for (const metric of METRIC_KEYS) {
    const value = row[metric]
    const measured_at = row[`${metric}_at`]
    if (value === null || measured_at === null || measured_at <= (last[metric]?.measured_at ?? '')) continue
    last[metric] = { value, measured_at, iot_id: row.kind === 'manual' ? null : row.terminal_id }
  }
  return withRefused(last, row)
}

/** Keeps the refused values that are newer than the accepted one of their metric. */
function withRefused(last: LastMeasurement, row: LatestRow): LastMeasurement {
  const { refused: known, ...accepted } = last
  const refused: NonNullable<LastMeasurement['refused']> = {}
  for (const metric of METRIC_KEYS) {
    const own = row.refused?.[metric]
    const found = [known?.[metric], own && { ...own, iot_id: row.terminal_id }]
      .flatMap((one) => one ?? [])
      .filter(({ measured_at }) => measured_at > (last[metric]?.measured_at ?? ''))
      .toSorted((a, b) => b.measured_at.localeCompare(a.measured_at))[0]
    if (found) refused[metric] = found
  }
  return Object.keys(refused).length === 0 ? accepted : { ...accepted, refused }
}
