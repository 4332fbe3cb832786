import type { LastMeasurement } from '@dalyan/contracts/tanks'
import { METRIC_KEYS, perMetric } from '@dalyan/contracts/metrics'
import { sql, type Selectable } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

/** What stands at the top of a tank. */
export function latestValues({ db }: Connection) {
  return {
    /** Newest value of each metric on each of the tanks, whichever terminal measured it; tanks without a reading are left out. */
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

    /** Newest value of each metric of a terminal, on whichever tank it was; null: it never had a reading. */
    async forTerminal(terminalId: number): Promise<LastMeasurement | null> {
      const rows = await db.selectFrom('latest').selectAll().where('terminal_id', '=', terminalId).execute()
      return rows.reduce<LastMeasurement | null>(
        (last, row) => withRow(last ?? { measured_at: row.measured_at, ...perMetric(() => null) }, row),
        null,
      )
    },
  }
}

type Row = Selectable<Schema['latest']> & { kind?: 'device' | 'manual' }

/** The newer of what is known and what a row tells, metric by metric. */
function withRow(last: LastMeasurement, row: Row): LastMeasurement {
  if (row.measured_at > last.measured_at) last.measured_at = row.measured_at
  for (const metric of METRIC_KEYS) {
    const value = row[metric]
    const measured_at = row[`${metric}_at`]
    if (value === null || measured_at === null || measured_at <= (last[metric]?.measured_at ?? '')) continue
    last[metric] = { value, measured_at, iot_id: row.kind === 'manual' ? null : row.terminal_id }
  }
  return last
}
