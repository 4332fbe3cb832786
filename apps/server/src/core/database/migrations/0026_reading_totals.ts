import { sql, type Kysely } from 'kysely'

/** The numbers of readings of all terminals per day and month, for the totals of a list of everything. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table totals_day (bucket timestamptz primary key, n bigint not null)`.execute(db)
  await sql`create table totals_month (bucket timestamptz primary key, n bigint not null)`.execute(db)
  await sql`insert into totals_day select bucket, sum(n) from counts_day group by bucket`.execute(db)
  // Of days that expired the months are left.
  await sql`insert into totals_month select bucket, sum(n) from counts_month group by bucket`.execute(db)
}
