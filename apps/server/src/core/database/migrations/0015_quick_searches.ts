import { sql, type Kysely } from 'kysely'

/** Searches for terminals by all that they show, and lists in the order of names. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
create index terminals_address on terminals using gin (fold_text(ip_address) gin_trgm_ops);
create index tanks_label on tanks using gin (fold_text(code || ' ' || name) gin_trgm_ops);
create index tanks_name on tanks (name collate "tr-x-icu", id);
create index users_name on users (name collate "tr-x-icu", id) where deleted_at is null;
create index orders_updated on orders (updated_at, id);
`,
    )
    .execute(db)
}
