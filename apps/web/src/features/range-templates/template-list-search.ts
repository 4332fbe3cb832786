import { listAddress } from '../../shared/list/list-address.ts'

/** The template list's state in the address. */
export const templateList = listAddress({
  filters: { active: 'yesno', name: 'text' },
  sorts: ['name', 'active', 'tanks_count', 'updated_at'],
  defaultSort: 'name',
  pageDialogs: ['create', 'file'],
  recordDialogs: ['view', 'edit', 'copy', 'delete'],
})
