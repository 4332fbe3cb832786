import type { Instant } from '@dalyan/contracts/instant'
import { sql, type Selectable } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'
import { foldedEmail } from './folded-email.ts'

export type AccountEmailRow = Selectable<Schema['account_emails']>
type NewAccountEmail = Pick<AccountEmailRow, 'kind' | 'email' | 'language' | 'requested_at'>

/** Requested emails about accounts; rows with `next_try_at` are the queue. */
export function accountEmailsRepository({ db }: Connection) {
  return {
    async insert(request: NewAccountEmail): Promise<void> {
      const email = foldedEmail(request.email)
      const row = { ...request, email, next_try_at: request.requested_at }
      await db
        .insertInto('account_emails')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async findDue(now: Instant): Promise<AccountEmailRow[]> {
      return db.selectFrom('account_emails').selectAll().where('next_try_at', '<=', now).orderBy('id').execute()
    },

    /** `nextTryAt` null: the email was sent or given up. */
    async settle(id: number, nextTryAt: Instant | null): Promise<void> {
      await db
        .updateTable('account_emails')
        .set({ tries: sql`tries + 1`, next_try_at: nextTryAt })
        .where('id', '=', id)
        .execute()
    },

    async removeBefore(at: Instant): Promise<void> {
      await db.deleteFrom('account_emails').where('requested_at', '<', at).execute()
    },
  }
}
