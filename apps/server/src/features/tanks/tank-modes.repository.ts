import type { ModeSpan } from '@dalyan/contracts/handovers'
import type { Instant } from '@dalyan/contracts/instant'
import type { TankMode, TankModeSpan } from '@dalyan/contracts/tank-modes'
import { sql } from 'kysely'
import type { TankRef } from '@dalyan/contracts/terminals'
import type { Connection } from '../../core/database/database.ts'
import { isInFirms } from '../../core/database/list.ts'
import { runPrepared } from '../../core/database/prepared.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'

const MOST_SPANS = 500

/** A mode to start. */
interface NewMode extends Omit<TankMode, 'by'> {
  tank_id: number
  started_at: Instant
  started_by: number
}

/** The modes of tanks. A mode whose time is over counts as over, even before `endExpired` has marked it. */
export function tankModesRepository({ db, query }: Pick<Connection, 'db' | 'query'>) {
  const modes = db
    .selectFrom('tank_modes as m')
    .leftJoin('users as u', 'u.id', 'm.started_by')
    .select(['m.tank_id', 'm.name', 'm.until', 'm.metrics'])
    .select(
      sql<TankMode['by']>`case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end`.as('by'),
    )

  return {
    /** The mode of each of these tanks that is in one. */
    async findRunning(tankIds: readonly number[], now: Instant): Promise<Map<number, TankMode>> {
      const statement = modes
        .where('m.tank_id', '=', sql<number>`any(${[...tankIds]}::int[])`)
        .where('m.is_over', '=', false)
        .where('m.until', '>', now)
      const rows = await runPrepared({ db, query }, statement)
      return new Map(rows.map(({ tank_id, ...mode }) => [tank_id, mode]))
    },

    /** The running modes of the tanks of these firms; the one that ends first comes first. */
    async findRunningIn(firms: FirmScope, now: Instant): Promise<{ tank: TankRef; mode: TankMode }[]> {
      const rows = await modes
        .innerJoin('tanks as k', 'k.id', 'm.tank_id')
        .select(['k.code', 'k.name as tank_name'])
        .where('m.is_over', '=', false)
        .where('m.until', '>', now)
        .where('k.status', '<>', 'deleted')
        .where(isInFirms('k.firm_id', firms))
        .orderBy('m.until')
        .limit(MOST_SPANS)
        .execute()
      return rows.map(({ tank_id, code, tank_name, ...mode }) => ({
        tank: { id: tank_id, code, name: tank_name },
        mode,
      }))
    },

    /** The modes of a tank that overlap a time, oldest first; of very many only the newest. */
    async findSpans(tankId: number, from: Instant, to: Instant): Promise<TankModeSpan[]> {
      const rows = await modes
        .select('m.started_at as from')
        .where('m.tank_id', '=', tankId)
        .where('m.until', '>', from)
        .where('m.started_at', '<=', to)
        .orderBy('m.until', 'desc')
        .limit(MOST_SPANS)
        .execute()
      return rows.toReversed().map((row) => {
        const { tank_id: _, ...span } = row
        return span
      })
    },

    /** The modes of the tanks of these firms that overlap a time, oldest first. */
    async findSpansIn(firms: FirmScope, { from, to }: { from: Instant; to: Instant }): Promise<ModeSpan[]> {
      const rows = await db
        .selectFrom('tanks as k')
        .innerJoinLateral(
          // By its index, for each tank: the time does not grow with the modes of the past.
          (query) =>
            query
              .selectFrom('tank_modes as of_tank')
              .select(['of_tank.name as mode', 'of_tank.started_at as from', 'of_tank.until'])
              .whereRef('of_tank.tank_id', '=', 'k.id')
              .where('of_tank.until', '>', from)
              .where('of_tank.started_at', '<=', to)
              .as('m'),
          (join) => join.onTrue(),
        )
        .select(['k.id', 'k.code', 'k.name', 'm.mode', 'm.from', 'm.until'])
        .where('k.status', '<>', 'deleted')
        .where(isInFirms('k.firm_id', firms))
        .orderBy('m.from')
        .orderBy('k.code')
        .limit(MOST_SPANS)
        .execute()
      return rows.map(({ mode, from: start, until, ...tank }) => ({ tank, name: mode, from: start, until }))
    },

    /** The tank must be locked and in no mode. */
    async insert(mode: NewMode): Promise<void> {
      await db.insertInto('tank_modes').values(mode).execute()
    },

    /** Ends the mode that the tank is in. @returns its name and planned end; undefined: it is in none. */
    async endRunning(tankId: number, now: Instant) {
      return db
        .updateTable('tank_modes as m')
        .from((from) =>
          from
            .selectFrom('tank_modes')
            .select(['id', 'until'])
            .where('tank_id', '=', tankId)
            .where('is_over', '=', false)
            .forUpdate()
            .as('before'),
        )
        .whereRef('m.id', '=', 'before.id')
        .set((set) => ({ is_over: true, until: set.fn<Instant>('least', ['m.until', sql`${now}::timestamptz`]) }))
        .returning(['m.name', 'before.until as planned'])
        .executeTakeFirst()
    },

    /** Marks the modes as over whose time is over. */
    async endExpired(now: Instant) {
      return db
        .updateTable('tank_modes as m')
        .from('tanks as k')
        .whereRef('k.id', '=', 'm.tank_id')
        .where('m.is_over', '=', false)
        .where('m.until', '<=', now)
        .set({ is_over: true })
        .returning(['k.id', 'k.code', 'm.name', 'm.until'])
        .execute()
    },
  }
}
