import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import { sql } from 'kysely'
import type { Database } from '../../core/database/database.ts'
import { inSnapshot } from '../../core/database/snapshot.ts'
import { measurementScopes } from './lists/measurement-scope.repository.ts'
import { outOfRangeDays } from './out-of-range-days.repository.ts'
import type { Stretch } from './out-of-range-days.rules.ts'
import { outOfRangeTime } from './out-of-range-time.repository.ts'
import { tankJudging, type StaleAfterSeconds } from './tank-judging.repository.ts'
import { TEMPLATE_OF_NOW } from './tank-limits.repository.ts'

/** So many days are judged in one transaction. */
const DAYS_AT_ONCE = 7

/** Judges days that are over before anybody asks for them. */
export function judgeDaysRepository(database: Database, staleAfterSeconds: StaleAfterSeconds) {
  return {
    /** Those that have limits, and something to be judged by them. */
    async tanks(): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`select k.id from tanks k join ${TEMPLATE_OF_NOW}
        where exists (select from latest where latest.tank_id = k.id) order by k.id`.execute(database.db)
      return rows.map(({ id }) => id)
    },

    /** The newest days of a stretch of time that are not judged by the limits of now. @returns the first of them; null: all are judged. */
    async judgeNewest(tank_id: number, days: Stretch): Promise<number | null> {
      const owner = { tank_id, terminal_id: 0 }
      const counted = await inSnapshot(database, async (connection) => {
        const { terminals } = await measurementScopes(connection).resolve({ firms: 'all', tank_ids: [tank_id] })
        const judging = await tankJudging(connection, staleAfterSeconds).read(tank_id, terminals ?? [], METRIC_KEYS)
        return outOfRangeTime(connection).countNewest({ ...judging, ...days, tank_id }, owner, DAYS_AT_ONCE)
      })
      if (counted === null) return null
      await outOfRangeDays(database).keep(owner, counted)
      return Math.min(...counted.map(({ day }) => day))
    },
  }
}
