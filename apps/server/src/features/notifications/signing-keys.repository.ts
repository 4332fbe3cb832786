import type { Connection } from '../../core/database/database.ts'
import type { SecretBox } from '../../core/secrets/secret-box.ts'

const purposeOf = (name: string) => `signing key ${name}`

/** The key that this installation signs with, created at its first use; a second caller gets the same key. */
export async function signingKey<T extends object>(
  { db }: Pick<Connection, 'db'>,
  secrets: SecretBox,
  name: string,
  make: () => T,
): Promise<T> {
  async function find(): Promise<T | null> {
    const row = await db.selectFrom('signing_keys').select('value').where('name', '=', name).executeTakeFirst()
    if (!row) return null
    // A sealed key is a string, an unsealed one the key itself.
    const json: unknown =
      typeof row.value === 'string' ? JSON.parse(secrets.open(purposeOf(name), row.value)) : row.value
    return json as T
  }
  const known = await find()
  if (known) return known
  const row = { name, value: sealed(secrets, name, JSON.stringify(make())) }
  await db
    .insertInto('signing_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await find()
  if (!made) throw new Error(`the key ${name} could not be kept`)
  return made
}

/** Invalidates all signatures of this key; the next use creates a new one. */
export async function removeSigningKey({ db }: Pick<Connection, 'db'>, name: string): Promise<void> {
  await db.deleteFrom('signing_keys').where('name', '=', name).execute()
}

/** Seals keys that were stored unsealed. */
export async function sealSigningKeys({ db }: Pick<Connection, 'db'>, secrets: SecretBox): Promise<void> {
  for (const { name, value } of await db.selectFrom('signing_keys').select(['name', 'value']).execute()) {
    if (typeof value === 'string') continue
    const json = JSON.stringify(value)
    const unsealed = db.updateTable('signing_keys').where('name', '=', name).where('value', '=', json)
    await unsealed.set({ value: sealed(secrets, name, json) }).execute()
  }
}

/** The value of the column: a JSON string when there is a secret to seal with, else the JSON itself. */
function sealed(secrets: SecretBox, name: string, json: string): string {
  const kept = secrets.seal(purposeOf(name), json)
  return kept === json ? json : JSON.stringify(kept)
}
