import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BrandIcon } from '../../branding/public/BrandIcon.tsx'
import { settingsQueries } from './settings.queries.ts'

/** The frame of a page that is read without a session: the brand above, then the page. */
export function GuestPage({ children }: { children: ReactNode }) {
  const { data } = useQuery(settingsQueries.system())
  return (
    <Box
      component="main"
      sx={{
        display: 'grid',
        alignContent: 'start',
        gap: { xs: 1.5, sm: 2 },
        gridTemplateColumns: 'minmax(0, 1fr)',
        maxWidth: 1100,
        minHeight: '100dvh',
        mx: 'auto',
        p: { xs: 1.5, sm: 3 },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 28, color: 'text.secondary' }}>
        <BrandIcon size={28} />
        {data?.system_name}
      </Box>
      {children}
    </Box>
  )
}

/** Says that a link is not valid, and what to do. */
export function LinkOver({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box role="alert" sx={{ display: 'grid', gap: 1, py: 4 }}>
      <Typography variant="h1">{title}</Typography>
      <Typography>{children}</Typography>
    </Box>
  )
}
