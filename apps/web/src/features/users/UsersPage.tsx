import type { User } from '@dalyan/contracts/users'
import { mdiAccountGroup } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import theme from '../../locales/tr/theme.json' with { type: 'json' }
import users from '../../locales/tr/users.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'
import { ListFilters } from '../../shared/list/ListFilters.tsx'
import { ListHeading } from '../../shared/list/ListHeading.tsx'
import { ListView } from '../../shared/list/ListView.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { useAppReady } from '../../shared/ui/app-ready.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { SelectUser } from './SelectUser.tsx'
import { USER_COLUMNS } from './user-columns.tsx'
import { userList } from './user-list-search.ts'
import { UserActions } from './UserActions.tsx'
import { UserCard } from './UserCard.tsx'
import { userQueries } from './users.queries.ts'
import { useSelection } from './use-selection.ts'
import { useUserFilters } from './use-user-filters.ts'

addWords({ users, theme })

const UserDialogs = lazy(async () => ({ default: (await import('./dialogs/UserDialogs.tsx')).UserDialogs }))
const DeleteUsers = lazy(async () => ({ default: (await import('./dialogs/DeleteUsers.tsx')).DeleteUsers }))

/** Who may sign in, and what for. */
export function UsersPage() {
  const { t } = useTranslation()
  const list = useList(userList)
  const filters = useUserFilters()
  const narrow = useNarrow()
  const query = userList.query(list.state)
  const found = useQuery(userQueries.list(query))
  const selection = useSelection(JSON.stringify(query), found.data?.data ?? [])
  const [isSelecting, setIsSelecting] = useState(false)
  const [leaving, setLeaving] = useState<readonly User[] | null>(null)
  usePageTitle(t('users.title'))
  useAppReady(!found.isPending)

  const actions = (user: User) => <UserActions user={user} onOpen={(dialog) => list.open(dialog, user.id)} />
  const select = (user: User) => <SelectUser user={user} selection={selection} />
  const all = (
    <Checkbox
      size="small"
      checked={selection.isAll}
      indeterminate={selection.users.length > 0 && !selection.isAll}
      onChange={selection.toggleAll}
      slotProps={{ input: { 'aria-label': t('common.actions.selectAll') } }}
    />
  )
  const create = { label: t('users.create'), onClick: () => list.open('create') }
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 } }}>
      <ListHeading title={t('users.title')} create={create}>
        {narrow && (
          <Button onClick={() => (selection.clear(), setIsSelecting(!isSelecting))}>
            {isSelecting ? t('users.endSelect') : t('users.startSelect')}
          </Button>
        )}
      </ListHeading>
      {selection.users.length > 0 ? (
        <SelectionBar
          count={selection.users.length}
          onDelete={() => setLeaving(selection.users)}
          onClear={selection.clear}
        />
      ) : (
        <ListFilters placeholder={t('users.searchPlaceholder')} fields={filters} list={list} />
      )}
      <Typography variant="body2" component="p" sx={{ color: 'text.secondary', minHeight: 20, my: 1.5 }}>
        {found.data && t('common.states.resultCount', { count: found.data.total })}
      </Typography>
      <ListView
        label={t('users.list.region')}
        list={list}
        query={found}
        failed={t('users.messages.loadFailed')}
        columns={[
          { key: 'select', label: ['common.actions.select'], heading: all, cell: select } as const,
          ...USER_COLUMNS,
          { key: 'actions', label: ['common.table.actions'], align: 'right', cell: actions } as const,
        ]}
        card={(user) => <UserCard user={user} select={isSelecting && select(user)} actions={actions(user)} />}
        empty={<EmptyState icon={mdiAccountGroup} title={t('users.empty.title')} body={t('users.empty.body')} />}
      />
      <Suspense>
        {list.state.dialog && (
          <UserDialogs dialog={list.state.dialog} id={list.state.id} onOpen={list.open} onClose={list.close} />
        )}
        {leaving && <DeleteUsers users={leaving} onClose={() => setLeaving(null)} />}
      </Suspense>
    </Box>
  )
}
