import type { Connection } from './database.ts'

/** A text sealed when the first key was created: a key that opens it is the key of all other secrets, too. */
export function sealingProof({ query }: Pick<Connection, 'query'>) {
  return {
    async find(): Promise<string | null> {
      const { rows } = await query<{ sealed: string }>('select sealed from sealing_proof')
      return rows[0]?.sealed ?? null
    },

    /** If two processes save at once, the first one wins. */
    async keep(sealed: string): Promise<void> {
      await query('insert into sealing_proof (sealed) values ($1) on conflict do nothing', [sealed])
    },
  }
}
