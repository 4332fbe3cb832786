import type { Instant } from '@dalyan/contracts/instant'
import { asPage, type Page } from '@dalyan/contracts/paging'
import type { Terminal, TerminalListQuery, TerminalStatus } from '@dalyan/contracts/terminals'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { containsFolded, foldedContains, isTooShortForIndex } from '../../core/database/contains-folded.ts'
import type { Connection } from '../../core/database/database.ts'
import { allOf, conditionsOf, createList, isFound, isInFirms, isOneOf, type Filters } from '../../core/database/list.ts'
import { orIfTaken } from '../../core/database/unique-violation.ts'
import { AppError } from '../../core/errors.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import { withoutVersion, type Versioned } from '../../core/versioned.ts'
import { ALL_SEEN, isConnected, SEEN } from './terminal-connections.sql.ts'
import { connectionOf } from './terminal-presence.rules.ts'

/** The columns that users write. */
export interface TerminalColumns {
  code: string
  status: TerminalStatus
  ip_address: string | null
  expected_interval_seconds: number | null
  offline_after_seconds: number | null
  suspended_until: Instant | null
}

/** The columns that users may change, under lock. */
export type LockedTerminal = Versioned<TerminalColumns> & { id: number }

type TerminalRow = Versioned<Omit<Terminal, 'connection'>> & { usual_interval_seconds: number | null }

const ITS_TANK = `left join terminal_assignments a on a.terminal_id = t.id and a.to_at is null
left join tanks k on k.id = a.tank_id`
const ITS_PRESENCE = 'left join terminal_presence p on p.terminal_id = t.id'

const TERMINALS = createList({
  from: 'terminals t',
  id: 't.id',
  columns: `t.id, t.code, t.status, t.ip_address, t.expected_interval_seconds, t.offline_after_seconds, t.suspended_until,
    t.created_at, t.updated_at, t.version,
    case when k.id is not null then json_build_object('id', k.id, 'code', k.code, 'name', k.name) end as tank,
    seen.last_seen_at, coalesce(p.refused_count, 0) as refused_count, coalesce(p.unknown_keys, '{}') as unknown_keys, p.usual_interval_seconds,
    case when t.status = 'unauthorized' then t.first_try_at end as first_try_at,
    case when t.status = 'unauthorized' then t.last_try_at end as last_try_at,
    case when t.status = 'unauthorized' then (
      select encode(substring(hash for 16), 'hex') from terminal_keys where terminal_id = t.id order by created_at desc limit 1
    ) end as key_fingerprint,
    case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as last_modified_by`,
  joins: `${ITS_TANK} ${ITS_PRESENCE} ${SEEN} left join users u on u.id = t.last_modified_by`,
  sorts: {
    id: 't.id',
    code: 't.code',
    status: 't.status',
    tank_code: 'k.code',
    ip_address: 't.ip_address',
    last_seen_at: 'seen.last_seen_at',
    created_at: 't.created_at',
    updated_at: 't.updated_at',
  },
  defaultSort: [{ field: 'code', descending: false }],
})

function scoped(firms: FirmScope): RawBuilder<SqlBool> {
  return firms === 'all' ? sql`true` : sql`(${isInFirms('k.firm_id', firms)} and t.status <> 'deleted')`
}

const SEARCHED = { table: 'terminals' }

/**
 * Ids by code, address, or the tank's code and name; one subquery per index, since PostgreSQL reads every terminal for an `or` over several
 * tables.
 */
function found(part: string): RawBuilder<unknown> {
  return sql`(select s.id from terminals s where ${foldedContains(sql.ref('s.search'), part)}) union ${onTanks(part)}`
}

/** The same for a part that most terminals contain, tested on the rows that are read anyway. */
function holdsShort(part: string): RawBuilder<unknown> {
  return sql`(${foldedContains(sql.ref('t.search'), part)} or ${foldedContains(sql.ref('k.label'), part)})`
}

/** Ids of the terminals on tanks whose code or name contains `part`, or only on those whose `column` does. */
function onTanks(part: string, column?: string): RawBuilder<unknown> {
  const one = column === undefined ? sql`true` : containsFolded(sql.ref(column), part)
  return sql`(select a.terminal_id from tanks s join terminal_assignments a on a.tank_id = s.id and a.to_at is null
    where ${foldedContains(sql.ref('s.label'), part)} and ${one})`
}

/** The joins that filter and order need; PostgreSQL does not see that it could leave out the assignments. */
function joinsToFind({ search, filter_has_tank, filter_connection, sort = [] }: TerminalListQuery, firms: FirmScope) {
  const isSortedBy = (name: 'tank_code' | 'last_seen_at') => sort.some(({ field }) => field === name)
  const asksTank =
    firms !== 'all' ||
    filter_has_tank !== undefined ||
    isSortedBy('tank_code') ||
    (search && isTooShortForIndex(search))
  const asksSeen = filter_connection !== undefined || isSortedBy('last_seen_at')
  return sql.raw(`${asksTank ? ITS_TANK : ''} ${asksSeen ? `${ITS_PRESENCE} ${ALL_SEEN}` : ''}`)
}

const FILTERS: Filters<TerminalListQuery> = {
  search: (part) => (isTooShortForIndex(part) ? holdsShort(part) : sql`t.id = any(array(${found(part)}))`),
  filter_code: isFound('t.id', SEARCHED, 's.code'),
  filter_status: isOneOf('t.status'),
  filter_tank_code: (part) => sql`t.id = any(array(${onTanks(part, 's.code')}))`,
  filter_has_tank: (hasTank) => sql`(k.id is not null) = ${hasTank}`,
}

function conditions(query: TerminalListQuery, firms: FirmScope, now: Instant): RawBuilder<SqlBool> {
  const all = [sql`t.kind = 'device'`, scoped(firms), ...conditionsOf(FILTERS, query)]
  if (!query.include_deleted) all.push(sql`t.status <> 'deleted'`)
  if (query.filter_connection) all.push(isConnected(query.filter_connection, now))
  return allOf(all)
}

/** Terminals as users see them, without the hidden ones that store readings entered by hand. */
export function terminalsRepository({ db }: Pick<Connection, 'db'>) {
  const codeTaken = () => new AppError(409, 'code_taken', { fields: { code: 'code_taken' } })

  /** A terminal with the version that an edit needs. */
  async function findVersioned(id: number, firms: FirmScope, now: Instant): Promise<Versioned<Terminal> | undefined> {
    const where = allOf([sql`t.id = ${id}`, sql`t.kind = 'device'`, scoped(firms)])
    const [row] = await TERMINALS.find<TerminalRow>({ db }, where)
    return row && asTerminal(row, now)
  }

  return {
    async list(query: TerminalListQuery, firms: FirmScope, now: Instant): Promise<Page<Terminal>> {
      const where = conditions(query, firms, now)
      const { rows, total } = await TERMINALS.readPageWithTotal<TerminalRow>(
        { db },
        query,
        where,
        joinsToFind(query, firms),
      )
      return asPage(
        rows.map((row) => asTerminal(row, now)),
        total,
        query,
      )
    },

    findVersioned,

    async findById(id: number, firms: FirmScope, now: Instant): Promise<Terminal | undefined> {
      const found = await findVersioned(id, firms, now)
      return found && withoutVersion(found)
    },

    /** The columns that users may change, locked until the end of the transaction. */
    async lockById(id: number): Promise<LockedTerminal | undefined> {
      return db
        .selectFrom('terminals')
        .select([
          'id',
          'version',
          'code',
          'status',
          'ip_address',
          'expected_interval_seconds',
          'offline_after_seconds',
          'suspended_until',
        ])
        .where('id', '=', id)
        .where('kind', '=', 'device')
        .forUpdate()
        .executeTakeFirst()
    },

    /** Removes the device that waits under a code, since another terminal takes it. */
    async removeWaiting(code: string, takenBy: number): Promise<void> {
      await db
        .deleteFrom('terminals')
        .where('code', '=', code)
        .where('status', '=', 'unauthorized')
        .where('last_modified_by', 'is', null)
        .where('id', '<>', takenBy)
        .execute()
    },

    async update(id: number, columns: TerminalColumns, by: number, at: Instant): Promise<void> {
      const update = db
        .updateTable('terminals')
        .set((set) => ({ ...columns, last_modified_by: by, updated_at: at, version: set('version', '+', 1) }))
        .where('id', '=', id)
      await orIfTaken(update.execute(), codeTaken)
    },

    async insertKey(id: number, hash: Buffer, at: Instant): Promise<void> {
      await db.insertInto('terminal_keys').values({ terminal_id: id, hash, created_at: at }).execute()
    },

    async removeKeys(id: number): Promise<void> {
      await db.deleteFrom('terminal_keys').where('terminal_id', '=', id).execute()
    },

    /** Sets the end of the current keys and removes expired ones. */
    async expireKeys(id: number, at: Instant, now: Instant): Promise<void> {
      await db
        .updateTable('terminal_keys')
        .set({ expires_at: at })
        .where('terminal_id', '=', id)
        .where('expires_at', 'is', null)
        .execute()
      await db.deleteFrom('terminal_keys').where('terminal_id', '=', id).where('expires_at', '<=', now).execute()
    },

    /** Makes expired suspensions active. The version stays, since no user edited the terminal. */
    async endSuspensions(now: Instant) {
      return db
        .updateTable('terminals')
        .set({ status: 'active', suspended_until: null, updated_at: now })
        .where('status', '=', 'suspended')
        .where('suspended_until', '<=', now)
        .returning(['id', 'code'])
        .execute()
    },
  }
}

function asTerminal({ usual_interval_seconds, ...row }: TerminalRow, now: Instant): Versioned<Terminal> {
  const age = row.last_seen_at === null ? null : (Date.parse(now) - Date.parse(row.last_seen_at)) / 1000
  const interval = row.expected_interval_seconds ?? usual_interval_seconds
  return { ...row, connection: connectionOf(age, interval, row.offline_after_seconds) }
}
