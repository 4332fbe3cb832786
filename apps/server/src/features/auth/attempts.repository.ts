import { sql } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { lockUntilCommit } from '../../core/database/lock-until-commit.ts'
import { instantAt } from '../../core/clock.ts'

/** At most `limit` attempts in `windowSeconds`. */
export interface AttemptLimit {
  key: string
  limit: number
  windowSeconds: number
  /** Beyond the limit, attempts are delayed instead of refused for the rest of the window: by 1, 2, 4 … seconds, at most this many. */
  mostSeconds?: number
}

/** Attempts are counted in the database, so that several processes share them. */
export function attemptsRepository({ db }: Connection) {
  return {
    /**
     * Counts one attempt unless a limit is reached. Call it inside a transaction: simultaneous attempts wait for each
     * other.
     * @returns null when the attempt was counted, else the seconds until the next one is allowed.
     */
    async take(limits: readonly AttemptLimit[], now: number): Promise<number | null> {
      for (const { key, limit, windowSeconds, mostSeconds } of limits) {
        await lockUntilCommit({ db }, key)
        // Only as many as the limit and the delays let through.
        const counted = await db
          .selectFrom('attempts')
          .select('at')
          .where('key', '=', key)
          .where('at', '>', instantAt(now - windowSeconds * 1000))
          .orderBy('at', 'desc')
          .execute()
        const [newest, last] = [counted[0], counted[limit - 1]]
        if (!newest || !last) continue
        const nextAt =
          mostSeconds === undefined
            ? Date.parse(last.at) + windowSeconds * 1000
            : Date.parse(newest.at) + Math.min(2 ** (counted.length - limit), mostSeconds) * 1000
        if (nextAt > now) return Math.ceil((nextAt - now) / 1000)
      }
      const at = instantAt(now)
      await db
        .insertInto('attempts')
        .values(limits.map(({ key }) => ({ key, at })))
        .execute()
      return null
    },

    /** Call it after a success, which is no failed attempt. */
    async forget(key: string): Promise<void> {
      await db.deleteFrom('attempts').where('key', '=', key).execute()
    },

    /** Deletes one attempt of that instant; the others still count. */
    async giveBack(key: string, now: number): Promise<void> {
      const one = db
        .selectFrom('attempts')
        .select(sql`ctid`.as('ctid'))
        .where('key', '=', key)
        .where('at', '=', instantAt(now))
        .limit(1)
      await db
        .deleteFrom('attempts')
        .where(sql`ctid`, 'in', one)
        .execute()
    },

    async removeBefore(before: string): Promise<void> {
      await db.deleteFrom('attempts').where('at', '<', before).execute()
    },
  }
}
