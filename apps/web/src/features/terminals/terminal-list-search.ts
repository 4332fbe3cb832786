import type { TerminalConnection, WRITABLE_TERMINAL_STATUSES } from '@dalyan/contracts/terminals'
import { listAddress } from '../../shared/list/list-address.ts'

/** The terminal list's state in the address. */
export const terminalList = listAddress({
  filters: {
    status: [
      'active',
      'inactive',
      'suspended',
      'unauthorized',
      'banned',
    ] satisfies (typeof WRITABLE_TERMINAL_STATUSES)[number][],
    connection: ['online', 'stale', 'offline', 'never'] satisfies TerminalConnection[],
    include_deleted: 'switch',
    has_tank: 'yesno',
    key_profile_id: 'id',
    tank_code: 'text',
    code: 'text',
  },
  sorts: ['code', 'status', 'tank_code', 'ip_address', 'last_seen_at', 'updated_at'],
  defaultSort: 'code',
  pageDialogs: ['create', 'bulk', 'enrolment', 'waiting'],
  recordDialogs: ['edit', 'view', 'delete', 'restore', 'authorize', 'ban', 'unban', 'key'],
})
