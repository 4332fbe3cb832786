import { sql, type Kysely } from 'kysely'

/** For how long tanks were out of range on days that are over: the statistics of a long window need not count them again. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
-- Filled when somebody asks for a day. It holds as long as both of what it was made from: what the judging went by, and how many readings there were.
create table out_of_range_days (
  tank_id int not null references tanks on delete cascade,
  -- 0: all that the tank had
  terminal_id int not null,
  metric text not null, day timestamptz not null,
  -- names the limits and the terminals' intervals
  basis bigint not null,
  readings int not null,
  seconds float8 not null,
  primary key (tank_id, terminal_id, metric, day)
);
`,
    )
    .execute(db)
}
