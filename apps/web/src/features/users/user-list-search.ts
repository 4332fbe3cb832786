import type { RoleName } from '@dalyan/contracts/permissions'
import { listAddress } from '../../shared/list/list-address.ts'

/** The user list's state in the address. The contract's list of roles is not part of the first load. */
export const userList = listAddress({
  filters: {
    role: ['admin', 'operator', 'customer'] satisfies RoleName[],
    name: 'text',
    email: 'text',
    created_at: 'days',
  },
  sorts: ['name', 'email', 'role', 'created_at'],
  defaultSort: 'name',
  pageDialogs: ['create'],
  recordDialogs: ['edit', 'view', 'delete'],
})
