import type { LastMeasurement, TerminalLatest } from '@dalyan/contracts/tanks'
import { METRIC_KEYS, perMetric } from '@dalyan/contracts/metrics'
import { sql, type Selectable } from 'kysely'
import type { Connection } from '../../../core/database/database.ts'
import type { Schema } from '../../../core/database/schema.ts'

/** The newest values of tanks and terminals. */
export function latestValues({ db }: Connection) {
  return {
    /** The newest value of each metric on each of the tanks, from any terminal; tanks without a reading are omitted. */
    async forTanks(tankIds: readonly number[]): Promise<Map<number, LastMeasurement>> {
      const rows = await db
        .selectFrom('latest')
        .innerJoin('terminals', 'terminals.id', 'latest.terminal_id')
        .selectAll('latest')
        .select('terminals.kind')
        .where(sql<boolean>`latest.tank_id = any(${tankIds}::int[])`)
        .orderBy('latest.terminal_id')
        .execute()
      const byTank = new Map<number, LastMeasurement>()
      for (const row of rows) {
        const last = byTank.get(row.tank_id) ?? { measured_at: row.measured_at, ...perMetric(() => null) }
        byTank.set(row.tank_id, withRow(last, row))
      }
      return byTank
    },

    /** The newest value of each metric of each terminal now on the tank, and of the readings entered by hand. */
    async byTerminal(tankId: number): Promise<TerminalLatest[]> {
      const rows = await db
        .selectFrom('latest')
        .innerJoin('terminals', 'terminals.id', 'latest.terminal_id')
        .leftJoin('terminal_assignments as assigned', (on) =>
          on
            .onRef('assigned.terminal_id', '=', 'latest.terminal_id')
            .onRef('assigned.tank_id', '=', 'latest.tank_id')
            .on('assigned.to_at', 'is', null),
        )
        .selectAll('latest')
        .select('terminals.kind')
        .where('latest.tank_id', '=', tankId)
        .where((is) => is.or([is('assigned.terminal_id', 'is not', null), is('terminals.kind', '=', 'manual')]))
        .orderBy('terminals.code')
        .execute()
      return rows.map((row) => ({
        iot_id: row.kind === 'manual' ? null : row.terminal_id,
        ...withRow({ measured_at: row.measured_at, ...perMetric(() => null) }, row),
      }))
    },

    /** The newest value of each metric of a terminal, on any tank; null: it never had a reading. */
    async forTerminal(terminalId: number): Promise<LastMeasurement | null> {
      const rows = await db.selectFrom('latest').selectAll().where('terminal_id', '=', terminalId).execute()
      return rows.reduce<LastMeasurement | null>(
        (last, row) => withRow(last ?? { measured_at: row.measured_at, ...perMetric(() => null) }, row),
        null,
      )
    },
  }
}

type LatestRow = Selectable<Schema['latest']> & { kind?: 'device' | 'manual' }

/** Takes the newer value of each metric from `last` and the row. */
function withRow(last: LastMeasurement, row: LatestRow): LastMeasurement {
  if (row.measured_at > last.measured_at) last.measured_at = row.measured_at
  for (const metric of METRIC_KEYS) {
    const value = row[metric]
    const measured_at = row[`${metric}_at`]
    if (value === null || measured_at === null || measured_at <= (last[metric]?.measured_at ?? '')) continue
    last[metric] = { value, measured_at, iot_id: row.kind === 'manual' ? null : row.terminal_id }
  }
  return last
}
