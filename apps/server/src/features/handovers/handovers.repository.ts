import type { Handover, HandoverItem, HandoverListQuery, ShiftFigures } from '@dalyan/contracts/handovers'
import type { Instant } from '@dalyan/contracts/instant'
import type { Page } from '@dalyan/contracts/paging'
import type { UserRef } from '@dalyan/contracts/users'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Connection } from '../../core/database/database.ts'
import { createList, refOf } from '../../core/database/list.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'

const HANDOVERS = createList<HandoverListQuery, Handover>({
  from: 'handovers h',
  id: 'h.id',
  columns: `h.id, h.from_at as "from", h.to_at as "to", h.figures, h.items, h.note, h.moves_on_call, h.created_at, h.taken_at,
    coalesce((select json_agg(json_build_object('id', n.id, 'note', n.note, 'by', ${refOf('w', 'name')},
      'created_at', to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by n.id)
      from handover_notes n join users w on w.id = n.created_by where n.handover_id = h.id), '[]') as notes,
    ${refOf('b', 'name')} as by, ${refOf('t', 'name')} as to_user,
    ${refOf('f', 'code', 'name')} as firm`,
  joins: 'join users b on b.id = h.by_user join users t on t.id = h.to_user left join firms f on f.id = h.firm_id',
  filters: {},
  sorts: {},
  defaultSort: [],
  isNewestFirst: true,
})

type Caller = Pick<SignedIn, 'id' | 'firms'>

/** A handover of the caller's firms, or one that the caller made or received. */
function isVisible({ id, firms }: Caller): RawBuilder<SqlBool> {
  if (firms === 'all') return sql`true`
  return sql`(h.firm_id = any(${[...firms]}::int[]) or h.by_user = ${id} or h.to_user = ${id})`
}

interface NewHandover {
  firm_id: number | null
  from: Instant
  to: Instant
  figures: ShiftFigures
  items: readonly HandoverItem[]
  note: string
  by: number
  to_user: number
  moves_on_call: boolean
  at: Instant
}

export function handoversRepository({ db }: Pick<Connection, 'db'>) {
  const staff = (roles: readonly string[]) =>
    db
      .selectFrom('users as u')
      .where('u.deleted_at', 'is', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('user_roles as r')
            .whereRef('r.user_id', '=', 'u.id')
            .where('r.role', '=', sql<never>`any(${[...roles]}::text[])`),
        ),
      )

  return {
    /** Whether a user has one of these roles. */
    async isStaff(userId: number, roles: readonly string[]): Promise<boolean> {
      return (await staff(roles).select('u.id').where('u.id', '=', userId).executeTakeFirst()) !== undefined
    },

    list: (query: HandoverListQuery, caller: Caller): Promise<Page<Handover>> =>
      HANDOVERS.readPage({ db }, query, isVisible(caller)),

    async findById(id: number, caller: Caller): Promise<Handover | undefined> {
      const [handover] = await HANDOVERS.find({ db }, sql`h.id = ${id}`, isVisible(caller))
      return handover
    },

    /** The handovers that wait until this user takes over. */
    findWaiting: (userId: number): Promise<Handover[]> =>
      HANDOVERS.find({ db }, sql`h.to_user = ${userId} and h.taken_at is null`),

    async insert({ from, to, figures, items, by, at, ...row }: NewHandover): Promise<number> {
      const json = { figures: JSON.stringify(figures), items: JSON.stringify(items) }
      const values = { ...row, ...json, from_at: from, to_at: to, by_user: by, created_at: at }
      return (await db.insertInto('handovers').values(values).returning('id').executeTakeFirstOrThrow()).id
    },

    async insertNote(note: {
      handover_id: number
      note: string
      created_by: number
      created_at: Instant
    }): Promise<void> {
      await db.insertInto('handover_notes').values(note).execute()
    },

    /** Marks the handovers made before `before` that wait and whose users were not reminded, unless a later one of the same user replaced them. */
    async markReminded(before: Instant, at: Instant): Promise<Handover[]> {
      const marked = await db
        .updateTable('handovers as h')
        .set({ reminded_at: at })
        .where('h.taken_at', 'is', null)
        .where('h.reminded_at', 'is', null)
        .where('h.created_at', '<=', before)
        .returning('h.id')
        .execute()
      if (marked.length === 0) return []
      const ids = marked.map(({ id }) => id)
      return HANDOVERS.find(
        { db },
        sql`h.id = any(${ids}::int[])`,
        sql`not exists (select from handovers l where l.by_user = h.by_user and l.id > h.id)`,
      )
    },

    /** @returns false: it was taken before. */
    async take(id: number, at: Instant): Promise<boolean> {
      const open = db.updateTable('handovers').where('id', '=', id).where('taken_at', 'is', null)
      const { numUpdatedRows } = await open.set({ taken_at: at }).executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Users with one of these roles, of any firm: for a caller who works for no firm. */
    async findStaff(roles: readonly string[], most: number): Promise<UserRef[]> {
      return staff(roles)
        .select(['u.id', 'u.name'])
        .orderBy(sql`u.name collate "tr-x-icu"`)
        .orderBy('u.id')
        .limit(most)
        .execute()
    },
  }
}
