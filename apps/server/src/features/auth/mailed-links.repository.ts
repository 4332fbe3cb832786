import type { Instant } from '@dalyan/contracts/instant'
import type { Selectable } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { MailedLinkKind } from './mailed-link.ts'

/** Links that were sent by email. The database stores a link's SHA-256, never the link. */
export function mailedLinksRepository({ db }: Connection) {
  return {
    /** Replaces an older link of this kind and user. */
    async save(link: Selectable<Schema['mailed_links']>): Promise<void> {
      const { hash, seal, expires_at } = link
      await db
        .insertInto('mailed_links')
        .values(link)
        .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ hash, seal, expires_at }))
        .execute()
    },

    /** Finds a link that has not expired. */
    async find(kind: MailedLinkKind, hash: Buffer, now: Instant) {
      return db
        .selectFrom('mailed_links')
        .select(['user_id', 'seal'])
        .where('kind', '=', kind)
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst()
    },

    async remove(kind: MailedLinkKind, userId: number): Promise<void> {
      await db.deleteFrom('mailed_links').where('kind', '=', kind).where('user_id', '=', userId).execute()
    },

    async removeExpired(now: Instant): Promise<void> {
      await db.deleteFrom('mailed_links').where('expires_at', '<=', now).execute()
    },
  }
}
