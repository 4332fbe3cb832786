import { sql, type Kysely } from 'kysely'

/** What makes a search for orders quick, in whatever of their texts it is found; each written as `orders.repository.ts` searches. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
create index orders_search on orders using gin (fold_text(code || ' ' || coalesce(note, '')) gin_trgm_ops);
create index order_items_search on order_items using gin (fold_text(product) gin_trgm_ops);
create index firms_name on firms using gin (fold_text(name) gin_trgm_ops);
`,
    )
    .execute(db)
}
