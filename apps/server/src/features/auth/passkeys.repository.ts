import type { Instant } from '@dalyan/contracts/instant'
import type { Insertable, Selectable } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

/** Passkeys of users, and the challenges of ceremonies that have not ended. */
export function passkeysRepository({ db }: Connection) {
  return {
    /** The newest first. */
    async listOf(userId: number) {
      return db
        .selectFrom('passkeys')
        .where('user_id', '=', userId)
        .select(['id', 'browser', 'created_at', 'last_used_at', 'credential_id', 'transports'])
        .orderBy('id', 'desc')
        .execute()
    },

    async findByCredential(credentialId: Buffer) {
      return db
        .selectFrom('passkeys')
        .innerJoin('users', 'users.id', 'passkeys.user_id')
        .where('credential_id', '=', credentialId)
        .where('users.deleted_at', 'is', null)
        .select(['passkeys.id', 'passkeys.user_id', 'passkeys.public_key', 'passkeys.counter', 'passkeys.browser'])
        .select(['users.name', 'users.password_hash'])
        .executeTakeFirst()
    },

    async insert(passkey: Insertable<Schema['passkeys']>) {
      return db
        .insertInto('passkeys')
        .values(passkey)
        .returning(['id', 'browser', 'created_at', 'last_used_at'])
        .executeTakeFirstOrThrow()
    },

    async markUsed(id: number, counter: number, at: Instant): Promise<void> {
      await db.updateTable('passkeys').set({ counter, last_used_at: at }).where('id', '=', id).execute()
    },

    /** @returns the removed one of this user; undefined when there is none. */
    async removeOf(userId: number, id: number) {
      return db
        .deleteFrom('passkeys')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returning('browser')
        .executeTakeFirst()
    },

    async removeAll(userId: number): Promise<void> {
      await db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
    },

    async insertChallenge(challenge: Selectable<Schema['passkey_challenges']>): Promise<void> {
      await db.insertInto('passkey_challenges').values(challenge).execute()
    },

    /** Uses a challenge up: of two answers to it, one is accepted. @returns whether it holds. */
    async takeChallenge(hash: Buffer, userId: number | null, now: Instant): Promise<boolean> {
      const taken = await db
        .deleteFrom('passkey_challenges')
        .where('hash', '=', hash)
        .where('user_id', userId === null ? 'is' : '=', userId)
        .where('expires_at', '>', now)
        .returning('hash')
        .executeTakeFirst()
      return taken !== undefined
    },

    async removeExpiredChallenges(now: Instant): Promise<void> {
      await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
    },
  }
}
