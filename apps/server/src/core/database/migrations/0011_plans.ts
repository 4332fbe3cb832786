import { sql, type Kysely } from 'kysely'

/** Plans of sites: a picture of each firm, and where its tanks stand on it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table plans (
      id int generated always as identity primary key,
      -- null: the tanks that belong to no firm
      firm_id int references firms on delete cascade,
      picture bytea,
      picture_type text,
      picture_hash text,
      width int,
      height int,
      uploaded_by int references users,
      uploaded_at timestamptz,
      version int not null default 1,
      unique nulls not distinct (firm_id)
    )`.execute(db)
  // Pictures are compressed already.
  await sql`alter table plans alter picture set storage external`.execute(db)
  // A position stays when its tank moves to another firm or is deleted, and counts again when it comes back.
  await sql`
    create table plan_positions (
      plan_id int not null references plans on delete cascade,
      tank_id int not null references tanks on delete cascade,
      -- parts of the width and height of the picture
      x real not null,
      y real not null,
      primary key (plan_id, tank_id)
    )`.execute(db)
}
