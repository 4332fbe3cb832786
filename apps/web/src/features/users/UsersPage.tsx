import { ROLE_NAMES } from '@dalyan/contracts/permissions'
import type { User } from '@dalyan/contracts/users'
import { mdiAccountGroup } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import theme from '../../locales/tr/theme.json' with { type: 'json' }
import users from '../../locales/tr/users.json' with { type: 'json' }
import { formatDate } from '../../shared/format/date-time.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import type { Column } from '../../shared/list/ListTable.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { RecordActions } from '../../shared/resource/RecordActions.tsx'
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx'
import { roleWord } from '../records/public/role-words.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { PreferredTheme } from './PreferredTheme.tsx'
import { RoleChips } from './RoleChips.tsx'
import { userList } from './user-list-search.ts'
import { SelectAllUsers, SelectionBar, SelectUser, useSelection } from './UserSelection.tsx'
import { userQueries } from '../records/public/users.queries.ts'

addWords({ users, theme })

const UserDialogs = lazy(async () => ({ default: (await import('./dialogs/UserDialogs.tsx')).UserDialogs }))
const DeleteUsers = lazy(async () => ({ default: (await import('./dialogs/DeleteUsers.tsx')).DeleteUsers }))

const COLUMNS: readonly Column<User, 'name' | 'email' | 'role' | 'created_at'>[] = [
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

/** The accounts, with their roles and firms. */
export function UsersPage() {
  const { t } = useTranslation()
  const own = useUser().id
  const list = useList(userList)
  const narrow = useNarrow()
  const found = useQuery(userQueries.list(list.query))
  const selection = useSelection(JSON.stringify(list.query), found.data?.data ?? [])
  const [isSelecting, setIsSelecting] = useState(false)
  const [leaving, setLeaving] = useState<readonly User[] | null>(null)

  const select = (user: User) => <SelectUser user={user} selection={selection} />
  const selectColumn: Column<User, never> = {
    key: 'select',
    label: ['common.actions.select'],
    heading: <SelectAllUsers selection={selection} />,
    cell: select,
  }
  return (
    <>
      <ResourcePage
        kind="users"
        list={list}
        query={found}
        filters={[
          {
            kind: 'words',
            name: 'role',
            label: t('users.fields.role'),
            options: ROLE_NAMES.map((value) => ({ value, label: roleWord(t, value) })),
          },
          { kind: 'text', name: 'name', label: t('users.fields.name'), more: true },
          { kind: 'text', name: 'email', label: t('users.fields.email'), more: true },
          { kind: 'days', name: 'created_at', label: t('users.fields.createdAt') },
        ]}
        columns={[selectColumn, ...COLUMNS]}
        actions={(user, onOpen) => <RecordActions record={user} onOpen={onOpen} mayDelete={user.id !== own} />}
        card={(user, actions) => <UserCard user={user} select={isSelecting && select(user)} actions={actions} />}
        empty={{ icon: mdiAccountGroup }}
        dialogs={UserDialogs}
        more={
          narrow && (
            <Button onClick={() => (selection.clear(), setIsSelecting(!isSelecting))}>
              {isSelecting ? t('users.endSelect') : t('users.startSelect')}
            </Button>
          )
        }
        selection={
          selection.users.length > 0 ? <SelectionBar selection={selection} onDelete={setLeaving} /> : undefined
        }
      />
      <Suspense>{leaving && <DeleteUsers users={leaving} onClose={() => setLeaving(null)} />}</Suspense>
    </>
  )
}

/** A user's name, with a mark on the own account. */
function UserName({ user }: { user: User }) {
  const { t } = useTranslation()
  const isOwn = useUser().id === user.id
  return (
    <>
      {user.name}
      {isOwn && <Chip component="span" size="small" label={t('users.you')} sx={{ marginInlineStart: 1 }} />}
    </>
  )
}

/** A user of the list on a phone; `select` is the checkbox while users are selected. */
function UserCard({ user, select, actions }: { user: User; select: ReactNode; actions: ReactNode }) {
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        {select}
        <Box component="b" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <UserName user={user} />
        </Box>
        {actions}
      </Box>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {user.email}
      </Typography>
      <Typography variant="body2" component="div" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        <RoleChips roles={user.roles} /> {user.firm?.name}
      </Typography>
    </>
  )
}
