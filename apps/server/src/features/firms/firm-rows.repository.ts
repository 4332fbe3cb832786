import type { Firm } from '@dalyan/contracts/firms'
import { sql } from 'kysely'
import type { Versioned } from '../../core/versioned.ts'

export type FirmRow = Versioned<Firm>

/** Firms as the wire has them. */
export const SELECT_FIRMS =
  sql.raw(`select f.id, f.code, f.name, f.type, f.status, f.notes, f.phone, f.city, f.province,
f.district, f.neighborhood, f.country, f.postal_code, f.created_at, f.updated_at, f.version,
case when p.id is not null then json_build_object('id', p.id, 'code', p.code, 'name', p.name) end as parent,
case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as edited_by,
(select count(*) from tanks k where k.firm_id = f.id and k.status <> 'deleted') as tanks_count
from firms f left join firms p on p.id = f.parent_id left join users u on u.id = f.edited_by`)
