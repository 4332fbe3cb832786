import type { DisplayLink, DisplayLinkListQuery } from '@dalyan/contracts/display-links'
import type { Instant } from '@dalyan/contracts/instant'
import type { Page } from '@dalyan/contracts/paging'
import type { Connection } from '../../core/database/database.ts'
import { createList, equals, refOf } from '../../core/database/list.ts'

const LINKS = createList<DisplayLinkListQuery, DisplayLink>({
  from: 'display_links d',
  id: 'd.id',
  columns: `d.id, d.name, d.created_at, d.last_used_at, d.expires_at,
    ${refOf('f', 'code', 'name')} as firm,
    ${refOf('k', 'code', 'name')} as tank`,
  joins: 'left join firms f on f.id = d.firm_id left join tanks k on k.id = d.tank_id',
  filters: { filter_firm_id: equals('d.firm_id'), filter_tank_id: equals('d.tank_id') },
  sorts: {
    id: 'd.id',
    name: 'd.name collate "tr-x-icu"',
    created_at: 'd.created_at',
    last_used_at: 'd.last_used_at',
    expires_at: 'd.expires_at',
  },
  defaultSort: [{ field: 'name', descending: false }],
})

export interface NewLinkRow {
  name: string
  firm_id: number | null
  tank_id: number | null
  expires_at: Instant | null
  hash: Buffer
  created_at: Instant
}

/** Display links. The database stores the SHA-256 of a link's secret, never the secret. */
export function displayLinksRepository({ db }: Connection) {
  return {
    list: (query: DisplayLinkListQuery): Promise<Page<DisplayLink>> =>
      LINKS.readPage({ db }, query, LINKS.conditionOf(query)),

    async insert(link: NewLinkRow): Promise<number> {
      return (await db.insertInto('display_links').values(link).returning('id').executeTakeFirstOrThrow()).id
    },

    /** @returns the removed link; undefined when there is none. */
    async remove(id: number) {
      return db
        .deleteFrom('display_links')
        .where('id', '=', id)
        .returning(['name', 'firm_id', 'tank_id', 'expires_at'])
        .executeTakeFirst()
    },

    async removeOfTank(tankId: number): Promise<void> {
      await db.deleteFrom('display_links').where('tank_id', '=', tankId).execute()
    },

    /** The link of a secret, unless it has ended. */
    async findByHash(hash: Buffer, now: Instant) {
      return db
        .selectFrom('display_links')
        .where('hash', '=', hash)
        .where((link) => link.or([link('expires_at', 'is', null), link('expires_at', '>', now)]))
        .select(['id', 'firm_id', 'tank_id', 'expires_at', 'last_used_at'])
        .executeTakeFirst()
    },

    async findHashes(): Promise<Buffer[]> {
      return (await db.selectFrom('display_links').select('hash').execute()).map(({ hash }) => hash)
    },

    async touch(ids: number[], at: Instant): Promise<void> {
      await db.updateTable('display_links').set({ last_used_at: at }).where('id', 'in', ids).execute()
    },
  }
}
