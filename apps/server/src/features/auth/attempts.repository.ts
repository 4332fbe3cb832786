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
        const since = instantAt(now - windowSeconds * 1000)
        if (mostSeconds !== undefined) {
          const { n, newest } = await db
            .selectFrom('attempts')
            .select(({ fn }) => [fn.countAll<number>().as('n'), fn.max('at').as('newest')])
            .where('key', '=', key)
            .where('at', '>', since)
            .executeTakeFirstOrThrow()
          const delaySeconds = n < limit || newest === null ? 0 : Math.min(2 ** (n - limit), mostSeconds)
          const waitMs = newest === null ? 0 : Date.parse(newest) + delaySeconds * 1000 - now
          if (delaySeconds > 0 && waitMs > 0) return Math.ceil(waitMs / 1000)
          continue
        }
        const full = await db
          .selectFrom('attempts')
          .select('at')
          .where('key', '=', key)
          .where('at', '>', since)
          .orderBy('at', 'desc')
          .offset(limit - 1)
          .limit(1)
          .executeTakeFirst()
        if (full) return Math.max(1, Math.ceil((Date.parse(full.at) - now) / 1000 + windowSeconds))
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
