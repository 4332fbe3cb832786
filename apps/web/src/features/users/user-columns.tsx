import type { User } from '@dalyan/contracts/users'
import { formatDate } from '../../shared/format/date-time.ts'
import type { Column } from '../../shared/list/ListTable.tsx'
import { PreferredTheme } from './PreferredTheme.tsx'
import { RoleChips } from './RoleChips.tsx'
import { UserName } from './UserName.tsx'

type UserSort = 'name' | 'email' | 'role' | 'created_at'

/** The user list's columns; selection and actions come with the page. */
export const USER_COLUMNS: readonly Column<User, UserSort>[] = [
  { key: 'name', label: ['users.fields.name'], sort: 'name', cell: (user) => <UserName user={user} /> },
  { key: 'email', label: ['users.fields.email'], sort: 'email', cell: ({ email }) => email },
  { key: 'roles', label: ['users.fields.roles'], sort: 'role', cell: ({ roles }) => <RoleChips roles={roles} /> },
  { key: 'firm', label: ['users.fields.firm'], from: 960, cell: ({ firm }) => firm?.name ?? '—' },
  {
    key: 'theme',
    label: ['users.fields.preferredTheme'],
    from: 1200,
    cell: ({ preferred_theme }) => <PreferredTheme name={preferred_theme} />,
  },
  {
    key: 'created',
    label: ['users.fields.createdAt'],
    sort: 'created_at',
    from: 800,
    cell: ({ created_at }) => formatDate(created_at),
  },
]
