import { sql, type Kysely } from 'kysely'

/** What an administrator changed of the brand, in at most one row; null: the product's own. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
create table branding (
  id boolean primary key default true check (id),
  name text,
  primary_color text,
  secondary_color text,
  accent_color text,
  email text,
  phone text,
  website text,
  logo bytea,
  logo_type text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
  logo_hash text,
  constraint logo_is_whole check ((logo is null) = (logo_type is null) and (logo is null) = (logo_hash is null))
);
`,
    )
    .execute(db)
}
