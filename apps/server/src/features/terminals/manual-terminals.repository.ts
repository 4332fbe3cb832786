import type { Connection } from '../../core/database/database.ts'

/**
 * The hidden terminal of a tank, under which readings that people enter are kept; made when it is needed first. It is of kind `manual`, so it
 * stands in no list, sits on no tank and may not connect; no device can have its code.
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
