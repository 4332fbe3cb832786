import type { FirmStatus, FirmType } from '@dalyan/contracts/firms'
import { listAddress } from '../../shared/list/list-address.ts'

/** The firm list's state in the address. The contract's lists of values are not part of the first load. */
export const firmList = listAddress({
  filters: {
    type: ['grower', 'distributor', 'restaurant'] satisfies FirmType[],
    status: ['active', 'inactive'] satisfies FirmStatus[],
    include_deleted: 'switch',
    province: 'text',
    city: 'text',
  },
  sorts: ['code', 'name', 'type', 'status', 'province', 'updated_at'],
  defaultSort: 'code',
  pageDialogs: ['create'],
  recordDialogs: ['edit', 'view', 'delete', 'restore', 'oncall', 'webhooks'],
})
