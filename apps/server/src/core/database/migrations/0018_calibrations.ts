import { sql, type Kysely } from 'kysely'

/** The calibrations of probes: append-only (application-role.ts). Each is an entry of the journal as well. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table calibrations (
    id uuid primary key references journal_entries,
    tank_id int not null references tanks,
    terminal_id int not null references terminals,
    metric text not null,
    at timestamptz not null,
    points jsonb not null,
    -- null: one point
    slope float8,
    "offset" float8 not null, verdict text not null,
    lot text, note text,
    -- null: no reminder
    due_at timestamptz,
    created_by int references users,
    created_at timestamptz not null
  )`.execute(db)
  await sql`create index calibrations_at on calibrations (at, id)`.execute(db)
  await sql`create index calibrations_of_tank on calibrations (tank_id, at, id)`.execute(db)
  await sql`create index calibrations_of_probe on calibrations (terminal_id, metric, at, id)`.execute(db)
  await sql`create index calibrations_due on calibrations (due_at) where due_at is not null`.execute(db)
}
