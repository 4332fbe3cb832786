import type { User } from '@dalyan/contracts/users'
import { mdiAccountGroup } from '@mdi/js'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import theme from '../../locales/tr/theme.json' with { type: 'json' }
import users from '../../locales/tr/users.json' with { type: 'json' }
import { formatDate } from '../../shared/format/date-time.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { useList } from '../../shared/list/use-list.ts'
import { RecordActions } from '../../shared/resource/RecordActions.tsx'
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx'
import { useUser } from '../../shared/session/user.ts'
import { RoleChips, userKind } from './user-kind.tsx'
import { userList } from './user-list-search.ts'

addWords({ users, theme })

const UserDialogs = lazy(async () => ({ default: (await import('./dialogs/UserDialogs.tsx')).UserDialogs }))

/** The accounts, with their roles and firms. */
export function UsersPage() {
  const { t } = useTranslation()
  const own = useUser().id
  return (
    <ResourcePage
      kind={userKind}
      list={useList(userList)}
      columns={[
        { name: 'name', cell: (user) => <UserName user={user} /> },
        'email',
        { name: 'roles', sort: 'role' },
        { name: 'firm', from: 960 },
        { name: 'preferred_theme', from: 1200 },
        { name: 'created_at', from: 800, cell: ({ created_at }) => formatDate(created_at) },
      ]}
      card={{
        title: (user) => <UserName user={user} />,
        more: (user) => <UserCardLines {...user} />,
      }}
      actions={(user, onOpen) => <RecordActions record={user} onOpen={onOpen} mayDelete={user.id !== own} />}
      empty={{ icon: mdiAccountGroup }}
      dialogs={UserDialogs}
      many={{ refusal: ({ id }) => (id === own ? t('users.cannotDeleteSelf') : undefined) }}
    />
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

/** Email, roles and firm on the card of a user. */
function UserCardLines({ email, roles, firm }: User) {
  return (
    <>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {email}
      </Typography>
      <Typography variant="body2" component="div" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        <RoleChips roles={roles} /> {firm?.name}
      </Typography>
    </>
  )
}
