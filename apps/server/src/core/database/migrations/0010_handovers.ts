import { sql, type Kysely } from 'kysely'

/** Handovers between shifts. Their figures are stored, because later readings and acknowledgements must not change them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table handovers (
    id int generated always as identity primary key,
    firm_id int references firms,
    from_at timestamptz not null, to_at timestamptz not null,
    figures jsonb not null, note text not null,
    by_user int not null references users, to_user int not null references users,
    moves_on_call boolean not null,
    created_at timestamptz not null, taken_at timestamptz
  )`.execute(db)
  await sql`create index handovers_firm on handovers (firm_id, id)`.execute(db)
  await sql`create index handovers_by on handovers (by_user, id)`.execute(db)
  await sql`create index handovers_to on handovers (to_user, id)`.execute(db)
}
