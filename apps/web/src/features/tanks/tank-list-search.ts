import type { TANK_CONDITIONS, WRITABLE_TANK_STATUSES } from '@dalyan/contracts/tanks'
import { listAddress } from '../../shared/list/list-address.ts'

/** The tank list's state in the address. The contract's lists of values are not part of the first load. */
export const tankList = listAddress({
  filters: {
    status: ['active', 'inactive', 'suspended'] satisfies (typeof WRITABLE_TANK_STATUSES)[number][],
    province: 'text',
    district: 'text',
    firm_id: 'id',
    range_template_id: 'id',
    iot_code: 'text',
    has_iot: 'yesno',
    condition: ['out_of_range', 'stale'] satisfies (typeof TANK_CONDITIONS)[number][],
    code: 'text',
    name: 'text',
    notes: 'text',
    include_deleted: 'switch',
  },
  sorts: ['code', 'name', 'status', 'province'],
  defaultSort: 'code',
  pageDialogs: ['create', 'bulk'],
  recordDialogs: ['edit', 'view', 'delete', 'restore'],
})
