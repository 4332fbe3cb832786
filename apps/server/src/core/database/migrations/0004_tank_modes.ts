import { sql, type Kysely } from 'kysely'

/** Modes of tanks: work during which chosen metrics raise no alarm. Rows stay, so that charts shade the past. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table tank_modes (
    id int generated always as identity primary key,
    tank_id int not null references tanks,
    name text not null,
    metrics text[] not null,
    started_at timestamptz not null,
    -- The planned end; once it is over, the real one.
    until timestamptz not null,
    is_over boolean not null default false,
    started_by int references users,
    check (until >= started_at)
  )`.execute(db)
  await sql`create unique index tank_modes_running on tank_modes (tank_id) where not is_over`.execute(db)
  await sql`create index tank_modes_spans on tank_modes (tank_id, until)`.execute(db)
}
