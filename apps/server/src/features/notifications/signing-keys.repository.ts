import type { Connection } from '../../core/database/database.ts'
import type { SecretBox } from '../../core/secrets/secret-box.ts'

const purposeOf = (name: string) => `signing key ${name}`

/** The key that this installation signs with, created at its first use; a second caller gets the same key. */
export async function signingKey<T extends object>(
  { query }: Pick<Connection, 'query'>,
  secrets: SecretBox,
  name: string,
  make: () => T,
): Promise<T> {
  async function find(): Promise<T | null> {
    // A sealed key is a string, an unsealed one the key itself.
    const { rows } = await query<{ value: T | string }>('select value from signing_keys where name = $1', [name])
    const value = rows[0]?.value
    if (value === undefined) return null
    return typeof value === 'string' ? (JSON.parse(secrets.open(purposeOf(name), value)) as T) : value
  }
  const known = await find()
  if (known) return known
  await query('insert into signing_keys (name, value) values ($1, $2) on conflict do nothing', [
    name,
    sealed(secrets, name, JSON.stringify(make())),
  ])
  const made = await find()
  if (!made) throw new Error(`the key ${name} could not be kept`)
  return made
}

/** Invalidates all signatures of this key; the next use creates a new one. */
export async function removeSigningKey({ query }: Pick<Connection, 'query'>, name: string): Promise<void> {
  await query('delete from signing_keys where name = $1', [name])
}

/** Seals keys that were stored unsealed. */
export async function sealSigningKeys({ query }: Pick<Connection, 'query'>, secrets: SecretBox): Promise<void> {
  const { rows } = await query<{ name: string; value: object | string }>('select name, value from signing_keys')
  for (const { name, value } of rows) {
    if (typeof value === 'string') continue
    const next = sealed(secrets, name, JSON.stringify(value))
    await query(`update signing_keys set value = $2 where name = $1 and jsonb_typeof(value) = 'object'`, [name, next])
  }
}

/** The value of the column: a JSON string when there is a secret to seal with, else the JSON itself. */
function sealed(secrets: SecretBox, name: string, json: string): string {
  const kept = secrets.seal(purposeOf(name), json)
  return kept === json ? json : JSON.stringify(kept)
}
