import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

interface Props {
  icon: string
  title: string
  body?: string | undefined
  action?: ReactNode
}

/** Says that a list is empty, why, and what the user can do. */
export function EmptyState({ icon, title, body, action }: Props) {
  return (
    <Box
      sx={{ display: 'grid', justifyItems: 'center', alignContent: 'start', gap: 1, px: 2, py: 6, textAlign: 'center' }}
    >
      <Icon path={icon} sx={{ fontSize: 40, color: 'text.secondary' }} />
      <Typography variant="h2" component="p">
        {title}
      </Typography>
      {body && <Typography sx={{ color: 'text.secondary', maxWidth: 480 }}>{body}</Typography>}
      {action}
    </Box>
  )
}
