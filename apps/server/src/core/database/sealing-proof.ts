import type { Connection } from './database.ts'

/** A text that was sealed when the first key came: who opens it has the key of all other secrets, too. */
export function sealingProof({ query }: Pick<Connection, 'query'>) {
  return {
    async find(): Promise<string | null> {
      const { rows } = await query<{ sealed: string }>('select sealed from sealing_proof')
      return rows[0]?.sealed ?? null
    },

    /** Of two at once one stands. */
    async keep(sealed: string): Promise<void> {
      await query('insert into sealing_proof (sealed) values ($1) on conflict do nothing', [sealed])
    },
  }
}
