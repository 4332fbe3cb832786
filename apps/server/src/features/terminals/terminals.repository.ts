import type { KeyMap } from '@dalyan/contracts/diagnosis'
import type { Instant } from '@dalyan/contracts/instant'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { Page } from '@dalyan/contracts/paging'
import type { Terminal, TerminalListQuery, TerminalStatus } from '@dalyan/contracts/terminals'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { containsFolded, foldedContains, isTooShortForIndex } from '../../core/database/contains-folded.ts'
import type { Connection } from '../../core/database/database.ts'
import { instantInJson } from '../../core/database/json-object.ts'
import { createList, equals, isFound, isInFirms, isOneOf, refOf } from '../../core/database/list.ts'
import { orIfTaken } from '../../core/database/unique-violation.ts'
import { codeTaken, conflictingField } from '../../core/errors.ts'
import type { FirmScope } from '../../core/http/signed-in.ts'
import type { Versioned } from '../../core/records.ts'
import { ALL_SEEN, isConnected, SEEN } from './terminal-connections.sql.ts'
import { connectionOf } from './silence-limit.rules.ts'

/** The columns that users write. */
export interface TerminalColumns {
  code: string
  status: TerminalStatus
  ip_address: string | null
  device_eui: string | null
  expected_interval_seconds: number | null
  offline_after_seconds: number | null
  suspended_until: Instant | null
  key_profile_id: number | null
}

/** The columns that users may change, under lock. */
export type LockedTerminal = Versioned<TerminalColumns> & { id: number }

type TerminalRow = Versioned<Omit<Terminal, 'connection' | 'interval_seconds'>> & {
  usual_interval_seconds: number | null
}

const ITS_TANK = `left join terminal_assignments a on a.terminal_id = t.id and a.to_at is null
left join tanks k on k.id = a.tank_id`
/** SQL: the newest value of each metric on its tank. */
const ITS_VALUES = `(select json_strip_nulls(json_build_object(${METRIC_KEYS.map(
  (key) =>
    `'${key}', case when l.${key} is not null then json_build_object('value', l.${key}, 'measured_at', ${instantInJson(`l.${key}_at`)}) end`,
).join(', ')})) from latest l where l.terminal_id = t.id and l.tank_id = coalesce(k.id, 0))`
const ITS_PRESENCE = 'left join terminal_presence p on p.terminal_id = t.id'

/** A device that missed more rotations than this has simply a wrong key. */
const MOST_FORMER_KEYS = 10

/** The unique index of the addresses of live terminals. */
const EUI_INDEX = 'terminals_live_eui'

/** 409: another live terminal has the address. */
export function deviceEuiTaken(): Error {
  return conflictingField('device_eui', 'device_eui_taken')
}

const SEARCHED = { table: 'terminals' }
const IS_DEVICE = sql`t.kind = 'device'`

const TERMINALS = createList<TerminalListQuery, TerminalRow>({
  from: 'terminals t',
  id: 't.id',
  columns: `t.id, t.code, t.status, t.ip_address, t.device_eui, t.expected_interval_seconds, t.offline_after_seconds, t.suspended_until,
    t.created_at, t.updated_at, t.version,
    ${refOf('k', 'code', 'name')} as tank,
    seen.last_seen_at, coalesce(p.refused_count, 0) as refused_count, coalesce(p.unknown_keys, '{}') as unknown_keys,
    ${refOf('f', 'name')} as key_profile, p.usual_interval_seconds,
    coalesce(${ITS_VALUES}, '{}') as values, h.health,
    case when t.status = 'unauthorized' then t.first_try_at end as first_try_at,
    case when t.status = 'unauthorized' then t.last_try_at end as last_try_at,
    case when t.status = 'unauthorized' then (
      select encode(substring(hash for 16), 'hex') from terminal_keys where terminal_id = t.id order by created_at desc limit 1
    ) end as key_fingerprint,
    ${refOf('u', 'name')} as last_modified_by`,
  joins: `${ITS_TANK} ${ITS_PRESENCE} ${SEEN} left join terminal_health h on h.terminal_id = t.id
    left join key_profiles f on f.id = t.key_profile_id left join users u on u.id = t.last_modified_by`,
  isLive: "t.status <> 'deleted'",
  filters: {
    search: (part) => (isTooShortForIndex(part) ? holdsShort(part) : sql`t.id = any(array(${found(part)}))`),
    filter_code: isFound('t.id', SEARCHED, 's.code'),
    filter_status: isOneOf('t.status'),
    filter_tank_code: (part) => sql`t.id = any(array(${onTanks(part, 's.code')}))`,
    filter_key_profile_id: equals('t.key_profile_id'),
    filter_has_tank: (hasTank) => sql`(k.id is not null) = ${hasTank}`,
  },
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

/** Terminals as users see them, without the hidden ones that store readings entered by hand. */
export function terminalsRepository({ db }: Pick<Connection, 'db'>) {
  /** Keeps the hashes of keys that are about to be removed: all, or those that have expired. Only the newest ten of a terminal stay. */
  async function rememberKeys(id: number, now: Instant, revoked: boolean): Promise<void> {
    await db
      .insertInto('terminal_former_keys')
      .columns(['terminal_id', 'hash', 'ended_at', 'revoked'])
      .expression((is) => {
        const ending = is
          .selectFrom('terminal_keys')
          .select(['terminal_id', 'hash', is.val(now).as('ended_at'), is.val(revoked).as('revoked')])
          .where('terminal_id', '=', id)
        return revoked ? ending : ending.where('expires_at', '<=', now)
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const newest = db
      .selectFrom('terminal_former_keys')
      .select('hash')
      .where('terminal_id', '=', id)
      .orderBy('ended_at', 'desc')
      .limit(MOST_FORMER_KEYS)
    await db.deleteFrom('terminal_former_keys').where('terminal_id', '=', id).where('hash', 'not in', newest).execute()
  }

  return {
    async list(query: TerminalListQuery, firms: FirmScope, now: Instant): Promise<Page<Terminal>> {
      const connected = query.filter_connection ? [isConnected(query.filter_connection, now)] : []
      const where = TERMINALS.conditionOf(query, IS_DEVICE, scoped(firms), ...connected)
      const page = await TERMINALS.readPage({ db }, query, where, joinsToFind(query, firms))
      return { ...page, data: page.data.map((row) => asTerminal(row, now)) }
    },

    async findById(id: number, firms: FirmScope, now: Instant): Promise<Versioned<Terminal> | undefined> {
      const [row] = await TERMINALS.find({ db }, sql`t.id = ${id}`, IS_DEVICE, scoped(firms))
      return row && asTerminal(row, now)
    },

    /** The columns that users may change, locked until the end of the transaction. */
    async lockById(id: number): Promise<LockedTerminal | undefined> {
      return db
        .selectFrom('terminals')
        .select(['id', 'version', 'code', 'status', 'ip_address', 'expected_interval_seconds'])
        .select(['device_eui', 'offline_after_seconds', 'suspended_until', 'key_profile_id'])
        .where('id', '=', id)
        .where('kind', '=', 'device')
        .forUpdate()
        .executeTakeFirst()
    },

    /** Removes the devices that wait under a code or an address, since another terminal takes these. */
    async removeWaiting({ code, device_eui }: TerminalColumns, takenBy: number): Promise<void> {
      await db
        .deleteFrom('terminals')
        .where(({ or, eb }) => or([eb('code', '=', code), eb('device_eui', '=', device_eui)]))
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
      await orIfTaken(update.execute(), (index) => (index === EUI_INDEX ? deviceEuiTaken() : codeTaken()))
    },

    /** The maps of names of these devices, oldest first, locked until the end of the transaction. */
    async lockKeyMaps(ids: readonly number[]) {
      return db
        .selectFrom('terminals')
        .select(['id', 'code', 'status', 'version', 'key_map', 'key_profile_id'])
        .where('id', 'in', ids)
        .where('kind', '=', 'device')
        .orderBy('id')
        .forUpdate()
        .execute()
    },

    async saveKeyProfile(ids: readonly number[], profileId: number, by: number, at: Instant): Promise<void> {
      await db
        .updateTable('terminals')
        .set((set) => ({
          key_profile_id: profileId,
          last_modified_by: by,
          updated_at: at,
          version: set('version', '+', 1),
        }))
        .where('id', 'in', ids)
        .execute()
    },

    async saveKeyMap(id: number, map: KeyMap | null, by: number, at: Instant): Promise<void> {
      await db
        .updateTable('terminals')
        .set((set) => ({
          key_map: map && JSON.stringify(map),
          last_modified_by: by,
          updated_at: at,
          version: set('version', '+', 1),
        }))
        .where('id', '=', id)
        .execute()
    },

    async insertKey(id: number, hash: Buffer, at: Instant): Promise<void> {
      await db.insertInto('terminal_keys').values({ terminal_id: id, hash, created_at: at }).execute()
    },

    /** Removes all keys; they are remembered as revoked. */
    async removeKeys(id: number, now: Instant): Promise<void> {
      await rememberKeys(id, now, true)
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
      await rememberKeys(id, now, false)
      await db.deleteFrom('terminal_keys').where('terminal_id', '=', id).where('expires_at', '<=', now).execute()
    },

    /**
     * The hidden terminal of a tank that stores readings entered by hand; created on first use. Its kind `manual` keeps it off all lists and
     * tanks and refuses its connection; no device can have its code.
     */
    async manualTerminalOf(tankId: number): Promise<number> {
      const code = `manual ${tankId}`
      await db
        .insertInto('terminals')
        .values({ code, kind: 'manual', status: 'active' })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const query = db.selectFrom('terminals').select('id').where('code', '=', code).where('kind', '=', 'manual')
      return (await query.executeTakeFirstOrThrow()).id
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
  return { ...row, interval_seconds: interval, connection: connectionOf(age, interval, row.offline_after_seconds) }
}
