import type { User } from '@dalyan/contracts/users'
import { mdiAccountGroup } from '@mdi/js'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import theme from '../../locales/tr/theme.json' with { type: 'json' }
import users from '../../locales/tr/users.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { useNarrow } from '../../shared/list/use-narrow.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { SelectUser } from './SelectUser.tsx'
import { USER_COLUMNS } from './user-columns.tsx'
import { userList } from './user-list-search.ts'
import { UserActions } from './UserActions.tsx'
import { UserCard } from './UserCard.tsx'
import { userQueries } from '../records/public/users.queries.ts'
import { useSelection } from './use-selection.ts'
import { useUserFilters } from './use-user-filters.ts'

addWords({ users, theme })

const UserDialogs = lazy(async () => ({ default: (await import('./dialogs/UserDialogs.tsx')).UserDialogs }))
const DeleteUsers = lazy(async () => ({ default: (await import('./dialogs/DeleteUsers.tsx')).DeleteUsers }))

/** Who may sign in, and what for. */
export function UsersPage() {
  const { t } = useTranslation()
  const list = useList(userList)
  const narrow = useNarrow()
  const query = userList.query(list.state)
  const found = useQuery(userQueries.list(query))
  const selection = useSelection(JSON.stringify(query), found.data?.data ?? [])
  const [isSelecting, setIsSelecting] = useState(false)
  const [leaving, setLeaving] = useState<readonly User[] | null>(null)

  const select = (user: User) => <SelectUser user={user} selection={selection} />
  const all = (
    <Checkbox
      size="small"
      sx={{ p: 0.75 }}
      checked={selection.isAll}
      indeterminate={selection.users.length > 0 && !selection.isAll}
      onChange={selection.toggleAll}
      slotProps={{ input: { 'aria-label': t('common.actions.selectAll') } }}
    />
  )
  return (
    <>
      <ListPage
        title={t('users.title')}
        label={t('users.list.region')}
        list={list}
        query={found}
        failed={t('users.messages.loadFailed')}
        placeholder={t('users.searchPlaceholder')}
        filters={useUserFilters()}
        columns={[{ key: 'select', label: ['common.actions.select'], heading: all, cell: select }, ...USER_COLUMNS]}
        actions={(user) => <UserActions user={user} onOpen={(dialog) => list.open(dialog, user.id)} />}
        card={(user, actions) => <UserCard user={user} select={isSelecting && select(user)} actions={actions} />}
        create={t('users.create')}
        empty={{ icon: mdiAccountGroup, title: t('users.empty.title'), body: t('users.empty.body') }}
        dialogs={UserDialogs}
        more={
          narrow && (
            <Button onClick={() => (selection.clear(), setIsSelecting(!isSelecting))}>
              {isSelecting ? t('users.endSelect') : t('users.startSelect')}
            </Button>
          )
        }
        selection={
          selection.users.length > 0 ? (
            <SelectionBar
              count={selection.users.length}
              onDelete={() => setLeaving(selection.users)}
              onClear={selection.clear}
            />
          ) : undefined
        }
      />
      <Suspense>{leaving && <DeleteUsers users={leaving} onClose={() => setLeaving(null)} />}</Suspense>
    </>
  )
}
