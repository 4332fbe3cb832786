import type { Diagnosis, KeyMap } from '@dalyan/contracts/diagnosis'
import type { Instant } from '@dalyan/contracts/instant'
import type { KeyProfile, KeyProfileListQuery } from '@dalyan/contracts/key-profiles'
import type { Page } from '@dalyan/contracts/paging'
import type { QualityRules } from '@dalyan/contracts/quality-rules'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Connection } from '../../../core/database/database.ts'
import { contains, createList, isInFirms, refOf } from '../../../core/database/list.ts'
import { orIfTaken } from '../../../core/database/unique-violation.ts'
import { conflictingField } from '../../../core/errors.ts'
import type { FirmScope } from '../../../core/http/signed-in.ts'
import type { Versioned } from '../../../core/records.ts'

export interface KeyProfileColumns {
  name: string
  map: KeyMap
  quality: QualityRules
}

export type LockedKeyProfile = Versioned<KeyProfileColumns> & { id: number }

type KeyProfileRow = Versioned<Omit<KeyProfile, 'terminals_count'>>

const PROFILES = createList<KeyProfileListQuery, KeyProfileRow>({
  from: 'key_profiles p',
  id: 'p.id',
  columns: `p.id, p.name, p.map, p.quality, p.created_at, p.updated_at, p.version,
    ${refOf('u', 'name')} as last_modified_by`,
  joins: 'left join users u on u.id = p.edited_by',
  filters: { search: contains('p.name'), filter_name: contains('p.name') },
  sorts: { id: 'p.id', name: 'p.name collate "tr-x-icu"', created_at: 'p.created_at', updated_at: 'p.updated_at' },
  defaultSort: [{ field: 'name', descending: false }],
})

/** Whether a terminal `t` is live, and on a tank of these firms. */
function isVisible(firms: FirmScope): RawBuilder<SqlBool> {
  if (firms === 'all') return sql`(t.status <> 'deleted')`
  return sql`(t.status <> 'deleted' and exists (select from terminal_assignments a join tanks k on k.id = a.tank_id
    where a.terminal_id = t.id and a.to_at is null and ${isInFirms('k.firm_id', firms)}))`
}

function scoped(firms: FirmScope): RawBuilder<SqlBool> {
  if (firms === 'all') return sql`true`
  return sql`exists (select from terminals t where t.key_profile_id = p.id and ${isVisible(firms)})`
}

/** Named maps of devices' own names, for many terminals. */
export function keyProfilesRepository({ db }: Pick<Connection, 'db'>) {
  const nameTaken = () => conflictingField('name', 'key_profile_name_taken')

  async function withCounts(rows: readonly KeyProfileRow[], firms: FirmScope): Promise<Versioned<KeyProfile>[]> {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const counted = await db
      .selectFrom('terminals as t')
      .select(({ fn }) => ['t.key_profile_id as id', fn.countAll<number>().as('n')])
      .where('t.key_profile_id', 'in', ids)
      .where(isVisible(firms))
      .groupBy('t.key_profile_id')
      .execute()
    const counts = new Map(counted.map(({ id, n }) => [id, Number(n)]))
    return rows.map((row) => ({ ...row, terminals_count: counts.get(row.id) ?? 0 }))
  }

  return {
    async list(query: KeyProfileListQuery, firms: FirmScope): Promise<Page<KeyProfile>> {
      const page = await PROFILES.readPage({ db }, query, PROFILES.conditionOf(query, scoped(firms)))
      return { ...page, data: await withCounts(page.data, firms) }
    },

    async findById(id: number, firms: FirmScope): Promise<Versioned<KeyProfile> | undefined> {
      const [profile] = await withCounts(await PROFILES.find({ db }, sql`p.id = ${id}`, scoped(firms)), firms)
      return profile
    },

    /** The part of its profile that the diagnosis of a terminal shows. */
    async findOfTerminal(terminalId: number, firms: FirmScope): Promise<Diagnosis['key_profile']> {
      const isIts = sql`p.id = (select key_profile_id from terminals where id = ${terminalId})`
      const [found] = await withCounts(await PROFILES.find({ db }, isIts), firms)
      return found ? { id: found.id, name: found.name, map: found.map, terminals_count: found.terminals_count } : null
    },

    /** Whether terminals may use the profile; locks it against deletion until the transaction ends. */
    async isThere(id: number): Promise<boolean> {
      const query = db.selectFrom('key_profiles').select('id').where('id', '=', id).forKeyShare()
      return (await query.executeTakeFirst()) !== undefined
    },

    /** The editable columns, locked against other changes and new terminals until the transaction ends. */
    async lockById(id: number): Promise<LockedKeyProfile | undefined> {
      return db
        .selectFrom('key_profiles')
        .select(['id', 'version', 'name', 'map', 'quality'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    },

    /** The live terminals that use it, at most `most`. */
    async findTerminals(id: number, most: number): Promise<{ id: number; code: string }[]> {
      return db
        .selectFrom('terminals')
        .select(['id', 'code'])
        .where('key_profile_id', '=', id)
        .where('status', '<>', 'deleted')
        .orderBy('code')
        .limit(most)
        .execute()
    },

    async insert({ name, map, quality }: KeyProfileColumns, by: number, at: Instant): Promise<number> {
      const insert = db
        .insertInto('key_profiles')
        .values({
          name,
          map: JSON.stringify(map),
          quality: JSON.stringify(quality),
          edited_by: by,
          created_at: at,
          updated_at: at,
        })
        .returning('id')
      return (await orIfTaken(insert.executeTakeFirstOrThrow(), nameTaken)).id
    },

    async update(id: number, { name, map, quality }: KeyProfileColumns, by: number, at: Instant): Promise<void> {
      const update = db
        .updateTable('key_profiles')
        .set((set) => ({
          name,
          map: JSON.stringify(map),
          quality: JSON.stringify(quality),
          edited_by: by,
          updated_at: at,
          version: set('version', '+', 1),
        }))
        .where('id', '=', id)
      await orIfTaken(update.execute(), nameTaken)
    },

    async remove(id: number): Promise<void> {
      await db.deleteFrom('key_profiles').where('id', '=', id).execute()
    },
  }
}
