import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface Props {
  title: ReactNode
  status: ReactNode
  actions: ReactNode
}

/** The first line of a record's card: name, status, actions. */
export function CardHead({ title, status, actions }: Props) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, minHeight: 44 }}>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', fontSize: '1.0625rem', fontWeight: 700 }}>{title}</Box>
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', flexShrink: 0 }}>
        {status}
        {actions}
      </Box>
    </Box>
  )
}
