import { sql, type Kysely } from 'kysely'

/** Temporary passwords, and what makes lists of people and firms quick. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
alter table users add password_temporary boolean not null default false;
create index users_search on users using gin (fold_text(name || ' ' || email) gin_trgm_ops) where deleted_at is null;
create index users_created on users (created_at) where deleted_at is null;
create index user_roles_role on user_roles (role, user_id);

alter table firms add foreign key (edited_by) references users, add check (parent_id <> id);
create index firms_search on firms using gin (fold_text(code || ' ' || name || ' ' || coalesce(city, '') || ' ' || coalesce(province, '')) gin_trgm_ops);
`,
    )
    .execute(db)
}
