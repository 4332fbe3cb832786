import type { TANK_CONDITIONS, WRITABLE_TANK_STATUSES } from '@dalyan/contracts/tanks'
import { listAddress } from '../../shared/list/list-address.ts'

/** The tank list's state in the address. The contract's lists of values are not part of the first load. */
export const tankList = listAddress({
  filters: {
    status: ['active', 'inactive', 'suspended'] satisfies (typeof WRITABLE_TANK_STATUSES)[number][],
    condition: ['out_of_range', 'stale'] satisfies (typeof TANK_CONDITIONS)[number][],
    range_template_id: 'id',
    firm_id: 'id',
    include_deleted: 'switch',
    province: 'text',
    district: 'text',
    iot_code: 'text',
    has_iot: 'yesno',
    code: 'text',
    name: 'text',
    notes: 'text',
  },
  sorts: ['danger', 'code', 'name', 'status', 'province'],
  defaultSort: 'danger',
  pageDialogs: ['create', 'bulk'],
  recordDialogs: ['edit', 'view', 'delete', 'restore'],
  // A farm on one page: a silent place folds to one row, and must not push tanks in trouble to the next page.
  defaultSize: 100,
})
