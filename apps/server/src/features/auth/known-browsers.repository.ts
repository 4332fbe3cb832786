import type { Instant } from '@dalyan/contracts/instant'
import type { Connection } from '../../core/database/database.ts'
import { hashOf, makeSecret } from './session-token.ts'

const PER_USER = 20

/** Browsers that have signed in to an account before. The database keeps the SHA-256 of their mark, never the mark. */
export function knownBrowsersRepository({ db }: Connection) {
  return {
    /** One question, whether or not there is such an account or a mark. */
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
     * Remembers that this browser signed in, and forgets the ones that did not for longest beyond 20.
     * @param given the mark that the browser showed; one that was not given out here is replaced, so that nobody plants his own.
     * @returns the mark that the browser is to keep.
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

    /** All but this one. */
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
