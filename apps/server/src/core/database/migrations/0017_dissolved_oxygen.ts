import type { Kysely } from 'kysely'
import { addMetricColumns } from '../add-metric-columns.ts'

/** Dissolved oxygen in mg/l, and as a share of saturation in percent. */
export async function up(db: Kysely<never>): Promise<void> {
  await addMetricColumns(db, 'dissolved_oxygen')
  await addMetricColumns(db, 'oxygen_saturation')
}
