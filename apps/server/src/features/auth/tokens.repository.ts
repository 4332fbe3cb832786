import type { Instant } from '@dalyan/contracts/instant'
import { sql, type Selectable } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { runPrepared } from '../../core/database/prepared.ts'
import type { Schema } from '../../core/database/schema.ts'

type NewToken = Pick<Selectable<Schema['tokens']>, 'user_id' | 'hash' | 'address' | 'agent' | 'created_at'>

/** Sessions. The database stores a token's SHA-256, never the token. */
export function tokensRepository({ db, query }: Pick<Connection, 'db' | 'query'>) {
  return {
    async insert(token: NewToken): Promise<number> {
      const row = await db
        .insertInto('tokens')
        .values({ ...token, last_used_at: token.created_at })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },

    /** The token with its user; tokens of deleted users are not found. */
    async findById(id: number) {
      const statement = db
        .selectFrom('tokens')
        .innerJoin('users', 'users.id', 'tokens.user_id')
        .where('tokens.id', '=', id)
        .where('users.deleted_at', 'is', null)
        .select([
          'tokens.id',
          'tokens.hash',
          'tokens.created_at',
          'tokens.last_used_at',
          'tokens.user_id',
          'users.name',
          'users.firm_id',
          'users.password_temporary',
        ])
        .select(sql<string[]>`array(select role from user_roles where user_id = users.id)`.as('roles'))
      const [token] = await runPrepared({ db, query }, statement)
      return token
    },

    /** The hashes of all stored sessions, expired or not. */
    async findHashes(): Promise<Buffer[]> {
      const rows = await db.selectFrom('tokens').select('hash').execute()
      return rows.map(({ hash }) => hash)
    },

    async touch(ids: number[], at: Instant): Promise<void> {
      await db.updateTable('tokens').set({ last_used_at: at }).where('id', 'in', ids).execute()
    },

    /** A user's sessions that have not expired, most recently used first. */
    async listOf(userId: number, usedAfter: Instant, madeAfter: Instant) {
      return db
        .selectFrom('tokens')
        .where('user_id', '=', userId)
        .where('last_used_at', '>', usedAfter)
        .where('created_at', '>', madeAfter)
        .select(['id', 'created_at', 'last_used_at', 'address', 'agent'])
        .select(sql<boolean>`exists (select from push_subscriptions where token_id = tokens.id)`.as('push'))
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
    },

    /** Ends one session of this user. @returns its origin; undefined when there is none. */
    async removeOf(userId: number, id: number) {
      return db
        .deleteFrom('tokens')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning(['address', 'agent'])
        .executeTakeFirst()
    },

    /** Ends all sessions of this user except one. @returns the ids of the ended sessions. */
    async removeOthers(userId: number, id: number): Promise<number[]> {
      const rows = await db
        .deleteFrom('tokens')
        .where('user_id', '=', userId)
        .where('id', '<>', id)
        .returning('id')
        .execute()
      return rows.map((row) => row.id)
    },

    /** Ends a user's sessions except the `keep` most recently used. @returns the ids of the ended sessions. */
    async removeOldest(userId: number, keep: number): Promise<number[]> {
      const rows = await db
        .deleteFrom('tokens')
        .where('id', 'in', (select) =>
          select
            .selectFrom('tokens')
            .select('id')
            .where('user_id', '=', userId)
            .orderBy('last_used_at', 'desc')
            .orderBy('id', 'desc')
            .offset(keep),
        )
        .returning('id')
        .execute()
      return rows.map((row) => row.id)
    },

    async findExpired(usedBefore: Instant, madeBefore: Instant): Promise<number[]> {
      const rows = await db
        .selectFrom('tokens')
        .where((is) => is.or([is('last_used_at', '<=', usedBefore), is('created_at', '<=', madeBefore)]))
        .select('id')
        .execute()
      return rows.map((row) => row.id)
    },

    async removeMany(ids: readonly number[]): Promise<void> {
      await db.deleteFrom('tokens').where('id', 'in', ids).execute()
    },
  }
}
