import { listAddress } from '../../../shared/list/list-address.ts'

/** The state of the list of key profiles in the address. */
export const keyProfileList = listAddress({
  filters: { name: 'text' },
  sorts: ['name', 'updated_at'],
  defaultSort: 'name',
  pageDialogs: ['create', 'file'],
  recordDialogs: ['view', 'edit', 'delete'],
})
