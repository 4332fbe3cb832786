import { sql, type Kysely } from 'kysely'

/**
 * What lists search is kept folded: to fold every row of a table takes longer than all the rest of a search for one or two letters, which no trigram index
 * knows.
 */
const FOLDED = {
  tanks: "code || ' ' || name || ' ' || coalesce(notes, '')",
  terminals: "code || ' ' || coalesce(ip_address, '')",
  users: "name || ' ' || email",
  firms: "code || ' ' || name || ' ' || coalesce(city, '') || ' ' || coalesce(province, '')",
  // Its code is made of its id, and of what is made nothing can be made.
  orders: "'S-' || (id + 1000)::text || ' ' || coalesce(note, '')",
  order_items: 'product',
}

export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw('drop index terminals_address; drop index tanks_label; drop index firms_name').execute(db)
  for (const [table, text] of Object.entries(FOLDED)) {
    const where = table === 'users' ? 'where deleted_at is null' : ''
    await sql
      .raw(
        `
drop index ${table}_search;
alter table ${table} add search text generated always as (fold_text(${text})) stored;
create index ${table}_search on ${table} using gin (search gin_trgm_ops) ${where};
`,
      )
      .execute(db)
  }
}
