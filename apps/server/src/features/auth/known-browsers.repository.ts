import type { Instant } from '@dalyan/contracts/instant'
import type { Connection } from '../../core/database/database.ts'
import { hashOf, makeSecret } from '../../core/secrets/random-secret.ts'

const PER_USER = 20

/** Browsers that have signed in to an account before. The database stores the SHA-256 of their mark, never the mark. */
export function knownBrowsersRepository({ db }: Connection) {
  return {
    /** Runs the same query whether or not the account or the mark exists. */
    async isKnown(userId: number | undefined, mark: string | null): Promise<boolean> {
      const row = await db
        .selectFrom('known_browsers')
        .select('user_id')
        .where('user_id', '=', userId ?? 0)
        .where('hash', '=', hashOf(mark ?? ''))
        .executeTakeFirst()
      return row !== undefined
    },

    /**
     * Saves that this browser signed in; of more than 20 it deletes the least recently used.
     * @param given the browser's mark; a mark that this server did not issue is replaced, so that a forged one is never
     * accepted.
     * @returns the mark for the browser to store.
     */
    async remember(userId: number, given: string | null, at: Instant): Promise<string> {
      const issued =
        given !== null &&
        (await db
          .selectFrom('known_browsers')
          .select('user_id')
          .where('hash', '=', hashOf(given))
          .limit(1)
          .executeTakeFirst())
      const { secret, hash } = issued ? { secret: given, hash: hashOf(given) } : makeSecret()
      await db
        .insertInto('known_browsers')
        .values({ user_id: userId, hash, used_at: at })
        .onConflict((conflict) => conflict.columns(['user_id', 'hash']).doUpdateSet({ used_at: at }))
        .execute()
      const beyondLimit = db
        .selectFrom('known_browsers')
        .select('hash')
        .where('user_id', '=', userId)
        .orderBy('used_at', 'desc')
        .offset(PER_USER)
      await db.deleteFrom('known_browsers').where('user_id', '=', userId).where('hash', 'in', beyondLimit).execute()
      return secret
    },

    /** Deletes all of the user's marks except this one. */
    async forgetOthers(userId: number, mark: string | null): Promise<void> {
      await db
        .deleteFrom('known_browsers')
        .where('user_id', '=', userId)
        .where('hash', '<>', hashOf(mark ?? ''))
        .execute()
    },

    async forgetAll(userId: number): Promise<void> {
      await db.deleteFrom('known_browsers').where('user_id', '=', userId).execute()
    },

    async removeBefore(before: Instant): Promise<void> {
      await db.deleteFrom('known_browsers').where('used_at', '<', before).execute()
    },
  }
}
