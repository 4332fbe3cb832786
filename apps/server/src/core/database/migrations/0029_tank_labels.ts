import { sql, type Kysely } from 'kysely'

/** What a terminal shows of its tank is searched without the tank's notes, and kept folded as well. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
alter table tanks add label text generated always as (fold_text(code || ' ' || name)) stored;
create index tanks_label on tanks using gin (label gin_trgm_ops);
`,
    )
    .execute(db)
}
