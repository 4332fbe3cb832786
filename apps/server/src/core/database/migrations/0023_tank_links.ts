import { sql, type Kysely } from 'kysely'

/** Display links may end, and may show one tank instead of the overview: such a link has no firm, and always an end. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table display_links
      add column tank_id int references tanks on delete cascade,
      add column expires_at timestamptz,
      add constraint display_links_of_tanks check (tank_id is null or (firm_id is null and expires_at is not null))`.execute(
    db,
  )
  await sql`create index display_links_tank on display_links (tank_id)`.execute(db)
}
