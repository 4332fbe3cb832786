import { sql, type Kysely } from 'kysely'

/** Orders of firms, where their items came from, and the points they earn. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
create table orders (
  id int generated always as identity primary key,
  code text collate "C" generated always as ('S-' || (id + 1000)::text) stored unique,
  firm_id int not null references firms,
  status text not null default 'placed' check (status in ('placed', 'confirmed', 'shipped', 'delivered', 'cancelled')),
  note text, created_by int references users,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now()
);
create index orders_firm on orders (firm_id, id);
create index orders_status on orders (status, id);

create table order_items (
  order_id int not null references orders on delete cascade, place int not null,
  product text not null, quantity double precision not null check (quantity > 0), unit text not null,
  tank_id int references tanks,
  primary key (order_id, place)
);
create index order_items_tank on order_items (tank_id) where tank_id is not null;

-- One entry per order: whatever happens, it earns its points once.
create table points (
  id int generated always as identity primary key,
  firm_id int not null references firms, points int not null, reason text not null,
  order_id int unique references orders, created_at timestamptz not null default now()
);
create index points_firm on points (firm_id, id);
`,
    )
    .execute(db)
}
