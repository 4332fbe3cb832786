import type { Calibration, CalibrationInput, CalibrationListQuery } from '@dalyan/contracts/calibrations'
import type { CalibrationResult } from '@dalyan/contracts/calibration-rules'
import type { Instant } from '@dalyan/contracts/instant'
import type { Page, SortField } from '@dalyan/contracts/paging'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { createList, equals, isInFirms, isOneOf, refOf } from '../../core/database/list.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'

const DAY_MS = 86_400_000
/** How long before its day a calibration counts as due. */
const DUE_WITHIN_MS = 7 * DAY_MS

type Query = Omit<CalibrationListQuery, 'due'> & { due_before?: Instant; sort?: readonly SortField<'at' | 'due_at'>[] }

/** Whether a calibration holds: its entry in the journal was not withdrawn. The index of the few corrections has the others. */
const holds = (alias: string) =>
  `not exists (select from journal_entries j where j.corrects = ${alias}.id and j.corrects is not null and j.withdrawn)`

/** Whether the calibration `c` is the newest of its probe. */
const IS_LATEST = `not exists (select from calibrations n where n.terminal_id = c.terminal_id and n.metric = c.metric
  and (n.at, n.id) > (c.at, c.id) and ${holds('n')})`

const CALIBRATIONS = createList<Query, Calibration>({
  from: 'calibrations c',
  id: 'c.id',
  columns: `c.id, c.metric, c.at, c.points, c.slope, c."offset", c.verdict, c.lot, c.note, c.due_at, c.created_at,
    ${IS_LATEST} as is_latest,
    ${refOf('k', 'code', 'name')} as tank,
    ${refOf('t', 'code')} as iot,
    ${refOf('u', 'name')} as created_by`,
  joins: `join tanks k on k.id = c.tank_id join terminals t on t.id = c.terminal_id left join users u on u.id = c.created_by`,
  filters: {
    tank_id: equals('c.tank_id'),
    iot_id: equals('c.terminal_id'),
    metric: isOneOf('c.metric'),
    // The reminder of an older calibration is over, and so is that of a terminal that was deleted.
    due_before: (until) => sql`c.due_at <= ${until}::timestamptz and ${sql.raw(IS_LATEST)}
      and exists (select from terminals t where t.id = c.terminal_id and t.status <> 'deleted')`,
  },
  sorts: { at: 'c.at', due_at: 'c.due_at' },
  defaultSort: [{ field: 'at', descending: true }],
  isNewestFirst: true,
})

/** The calibrations `c` of tanks that the caller may see. */
function inScope(firms: FirmScope): RawBuilder<SqlBool> {
  if (firms === 'all') return sql`true`
  return sql`c.tank_id = any(array(select s.id from tanks s where ${isInFirms('s.firm_id', firms)} and s.status <> 'deleted'))`
}

export function calibrationsRepository({ db }: Pick<Connection, 'db'>) {
  return {
    /** @param now epoch milliseconds */
    list({ due, ...query }: CalibrationListQuery, firms: FirmScope, now: number): Promise<Page<Calibration>> {
      const wanted: Query = due
        ? { ...query, due_before: instantAt(now + DUE_WITHIN_MS), sort: [{ field: 'due_at', descending: false }] }
        : query
      return CALIBRATIONS.readPage(
        { db },
        wanted,
        CALIBRATIONS.conditionOf(wanted, inScope(firms), sql.raw(holds('c'))),
      )
    },

    async findById(id: string, firms: FirmScope): Promise<Calibration | undefined> {
      const [found] = await CALIBRATIONS.find({ db }, sql`c.id = ${id}::uuid`, inScope(firms))
      return found
    },

    /** Those of a tank in [from, to) that hold, oldest first. */
    async findIn(tankId: number, from: Instant, to: Instant): Promise<Calibration[]> {
      const found = await CALIBRATIONS.find(
        { db },
        sql`c.tank_id = ${tankId} and c.at >= ${from}::timestamptz and c.at < ${to}::timestamptz`,
        sql.raw(holds('c')),
      )
      return found.toSorted((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id))
    },

    /** The code of a terminal that is on the tank, or was. */
    async findTerminalOf(tankId: number, terminalId: number): Promise<string | undefined> {
      const row = await db
        .selectFrom('terminals')
        .select('code')
        .where('id', '=', terminalId)
        .where('kind', '=', 'device')
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('terminal_assignments')
              .whereRef('terminal_assignments.terminal_id', '=', 'terminals.id')
              .where('terminal_assignments.tank_id', '=', tankId)
              .select('terminal_id'),
          ),
        )
        .executeTakeFirst()
      return row?.code
    },

    async insert(
      { iot_id, points, lot = null, note = null, next_in_days, ...named }: CalibrationInput,
      result: CalibrationResult,
      by: number,
      now: Instant,
    ): Promise<void> {
      const due_at = next_in_days ? instantAt(Date.parse(named.at) + next_in_days * DAY_MS) : null
      await db
        .insertInto('calibrations')
        .values({
          ...named,
          ...result,
          terminal_id: iot_id,
          points: JSON.stringify(points),
          lot,
          note,
          due_at,
          created_by: by,
          created_at: now,
        })
        .execute()
    },
  }
}
