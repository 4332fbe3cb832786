import type { User } from '@dalyan/contracts/users'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { RoleChips } from './RoleChips.tsx'
import { UserName } from './UserName.tsx'

/** A user of the list on a phone; `select` is the box while people are selected. */
export function UserCard({ user, select, actions }: { user: User; select?: ReactNode; actions: ReactNode }) {
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
