import type { Plan, PlanPosition } from '@dalyan/contracts/plan'
import { sql } from 'kysely'
import type { Connection } from '../../../core/database/database.ts'
import { isInFirms } from '../../../core/database/list.ts'
import { pictureVersion, type StoredPicture } from '../../../core/http/picture-reply.ts'
import type { FirmScope } from '../../../core/http/signed-in.ts'

// SQL text because the typed builder can express neither `is not distinct from`, which finds the plan without a firm, nor arrays as tables.

type PlanRow = Pick<Plan, 'firm' | 'tanks' | 'positions' | 'version'> & {
  [K in 'picture_hash' | 'uploaded_at' | 'uploaded_by']: string | null
} & {
  [K in 'width' | 'height']: number | null
}

/** A picture of a checked size, in pixels. */
export interface PlanPicture extends StoredPicture {
  width: number
  height: number
}

export function planRepository({ db }: Pick<Connection, 'db'>) {
  const ofFirm = (column: string, firmId: number | null) => sql`${sql.raw(column)} is not distinct from ${firmId}::int`

  return {
    /** The plans of these firms, or of one of them, as far as they have tanks; without the pictures. */
    async list(firms: FirmScope, firmId?: number | null): Promise<Plan[]> {
      const { rows } = await sql<PlanRow>`
        select case when f.id is not null then json_build_object('id', f.id, 'code', f.code, 'name', f.name) end as firm,
          k.tanks, p.picture_hash, p.width, p.height, p.uploaded_at, u.name as uploaded_by, coalesce(p.version, 0) as version,
          coalesce((
            select json_agg(json_build_object('tank_id', o.tank_id, 'x', o.x, 'y', o.y) order by o.tank_id)
            from plan_positions o where o.plan_id = p.id and o.tank_id = any(k.tanks)), '[]') as positions
        from (
          select t.firm_id, array_agg(t.id order by t.code) as tanks from tanks t
          where t.status <> 'deleted' and ${isInFirms('t.firm_id', firms)} and ${firmId === undefined ? sql`true` : ofFirm('t.firm_id', firmId)}
          group by t.firm_id) k
        left join plans p on p.firm_id is not distinct from k.firm_id
        left join firms f on f.id = k.firm_id left join users u on u.id = p.uploaded_by
        order by f.name collate "tr-x-icu" nulls last, f.id`.execute(db)
      return rows.map(({ picture_hash, width, height, uploaded_at, uploaded_by, ...plan }) => ({
        ...plan,
        picture:
          picture_hash === null || width === null || height === null || uploaded_at === null
            ? null
            : { version: pictureVersion(picture_hash), width, height, uploaded_at, uploaded_by },
      }))
    },

    async findPicture(firmId: number | null, firms: FirmScope): Promise<StoredPicture | undefined> {
      const { rows } = await sql<StoredPicture>`
        select p.picture as bytes, p.picture_type as type, p.picture_hash as hash from plans p
        where p.picture is not null and ${ofFirm('p.firm_id', firmId)} and ${isInFirms('p.firm_id', firms)}`.execute(db)
      return rows[0]
    },

    /** Locks the plan until the transaction ends. @returns undefined when the firm never had a picture. */
    async lock(firmId: number | null) {
      const { rows } = await sql<{ id: number; version: number; picture_hash: string | null }>`
        select p.id, p.version, p.picture_hash from plans p where ${ofFirm('p.firm_id', firmId)} for update`.execute(db)
      return rows[0]
    },

    /** @returns the plan's id. */
    async savePicture(
      firmId: number | null,
      picture: PlanPicture,
      upload: { by: number; at: string },
    ): Promise<number> {
      const { bytes, type, hash, width, height } = picture
      const values = {
        picture: bytes,
        picture_type: type,
        picture_hash: hash,
        width,
        height,
        uploaded_by: upload.by,
        uploaded_at: upload.at,
      }
      const { id } = await db
        .insertInto('plans')
        .values({ firm_id: firmId, ...values })
        .onConflict((conflict) =>
          conflict.column('firm_id').doUpdateSet({ ...values, version: sql<number>`plans.version + 1` }),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    async removePicture(id: number): Promise<void> {
      const none = { picture: null, picture_type: null, picture_hash: null, width: null, height: null }
      await db
        .updateTable('plans')
        .set({ ...none, uploaded_by: null, uploaded_at: null, version: sql<number>`version + 1` })
        .where('id', '=', id)
        .execute()
    },

    async findPositions(id: number): Promise<PlanPosition[]> {
      return db.selectFrom('plan_positions').where('plan_id', '=', id).select(['tank_id', 'x', 'y']).execute()
    },

    /** Which of these tanks the firm has, deleted ones left out. */
    async findTanks(firmId: number | null, ids: readonly number[]): Promise<Set<number>> {
      const { rows } = await sql<{ id: number }>`
        select t.id from tanks t
        where t.id = any(${[...ids]}::int[]) and t.status <> 'deleted' and ${ofFirm('t.firm_id', firmId)}`.execute(db)
      return new Set(rows.map(({ id }) => id))
    },

    async savePositions(id: number, positions: readonly PlanPosition[]): Promise<void> {
      const of = <K extends keyof PlanPosition>(key: K) => positions.map((position) => position[key])
      await db.deleteFrom('plan_positions').where('plan_id', '=', id).execute()
      await sql`
        insert into plan_positions (plan_id, tank_id, x, y)
        select ${id}::int, * from unnest(${of('tank_id')}::int[], ${of('x')}::real[], ${of('y')}::real[])`.execute(db)
      await db
        .updateTable('plans')
        .set({ version: sql<number>`version + 1` })
        .where('id', '=', id)
        .execute()
    },
  }
}
