import { sql, type Kysely } from 'kysely'

/**
 * When an order was shipped; search, authors and last amounts of the journal over all tanks; what a handover leaves item by item, its reminder, and
 * notes that are added to it (append-only, application-role.ts).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table orders add column shipped_at timestamptz`.execute(db)
  // The last change of an order that is on its way is the best that is known of the time before this column.
  await sql`update orders set shipped_at = updated_at where status in ('shipped', 'delivered')`.execute(db)

  await sql`alter table journal_entries
    add column search text generated always as (fold_text(coalesce(note, ''))) stored`.execute(db)
  await sql`create index journal_entries_search on journal_entries using gin (search gin_trgm_ops)`.execute(db)
  // Few entries are corrections; reading these alone shows which entries hold.
  await sql`create index journal_entries_corrections on journal_entries (corrects) where corrects is not null`.execute(
    db,
  )
  await sql`create index journal_entries_of_author on journal_entries (created_by, at, id)`.execute(db)
  await sql`create index journal_entries_of_author_and_tank on journal_entries (created_by, tank_id)`.execute(db)
  await sql`create index journal_entries_of_tank_and_kind on journal_entries (tank_id, kind, at, id)`.execute(db)

  await sql`alter table handovers add column items jsonb not null default '[]', add column reminded_at timestamptz`.execute(
    db,
  )
  // Nobody expects a reminder of a handover from before.
  await sql`update handovers set reminded_at = created_at`.execute(db)
  await sql`create index handovers_waiting on handovers (created_at) where taken_at is null and reminded_at is null`.execute(
    db,
  )
  await sql`create table handover_notes (
    id int generated always as identity primary key,
    handover_id int not null references handovers,
    note text not null, created_by int not null references users,
    created_at timestamptz not null
  )`.execute(db)
  await sql`create index handover_notes_of_handover on handover_notes (handover_id, id)`.execute(db)
}
