import type { Connection } from '../../core/database/database.ts'

/**
 * The hidden terminal of a tank that stores readings entered by hand; created on first use. Its kind `manual` keeps it off all lists and
 * tanks and refuses its connection; no device can have its code.
 */
export function manualTerminalsRepository({ db }: Connection) {
  return {
    async ofTank(tankId: number): Promise<number> {
      const code = `manual ${tankId}`
      await db
        .insertInto('terminals')
        .values({ code, kind: 'manual', status: 'active' })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const query = db.selectFrom('terminals').select('id').where('code', '=', code).where('kind', '=', 'manual')
      return (await query.executeTakeFirstOrThrow()).id
    },
  }
}
