import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { Icon } from './Icon.tsx'

interface Props {
  icon: string
  title: string
  children: ReactNode
  /** Shown at the foot of the card. */
  action?: ReactNode
}

/** A part of a page with an icon and a heading, a landmark for screen readers. */
export function TitledCard({ icon, title, children, action }: Props) {
  const id = useId()
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby={id}
      sx={{ display: 'flex', flexDirection: 'column', gap: 1, p: 2, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Icon path={icon} sx={{ color: 'text.secondary' }} />
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
      </Box>
      <Box sx={{ flex: 1, minHeight: 64 }}>{children}</Box>
      {action && <Box>{action}</Box>}
    </Paper>
  )
}
