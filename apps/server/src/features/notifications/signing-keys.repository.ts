import type { Connection } from '../../core/database/database.ts'

/** What this installation signs with. It is made once; whoever comes second finds what the first one made. */
export async function signingKey<T extends object>(
  { query }: Pick<Connection, 'query'>,
  name: string,
  make: () => T,
): Promise<T> {
  const find = () => query<{ value: T }>('select value from signing_keys where name = $1', [name])
  const { rows } = await find()
  if (rows[0]) return rows[0].value
  await query('insert into signing_keys (name, value) values ($1, $2) on conflict do nothing', [
    name,
    JSON.stringify(make()),
  ])
  const made = await find()
  if (!made.rows[0]) throw new Error(`the key ${name} could not be kept`)
  return made.rows[0].value
}
