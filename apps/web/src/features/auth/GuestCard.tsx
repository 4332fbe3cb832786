import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect } from 'react'
import { BrandIcon } from '../branding/public/BrandIcon.tsx'
import { deviceTheme, forceTheme } from '../../shared/theme/theme-choice.ts'
import { settingsQueries } from '../settings/public/settings.queries.ts'

interface Props {
  children: ReactNode
  /** Shown under the card, on a phone at the end of the screen; moves nothing when it appears later. */
  below?: ReactNode
}

/** The frame of pages for guests: one card, in the light theme, or the dark one where the device prefers it. */
export function GuestCard({ children, below }: Props) {
  const settings = useQuery(settingsQueries.system())
  useLayoutEffect(() => forceTheme(deviceTheme()), [])
  return (
    <Box
      component="main"
      sx={{
        display: 'grid',
        placeItems: { sm: 'center' },
        minHeight: '100dvh',
        p: { xs: 0, sm: 2 },
        bgcolor: { xs: 'background.paper', sm: 'background.default' },
      }}
    >
      <Paper
        variant="outlined"
        sx={{
          position: 'relative',
          width: '100%',
          maxWidth: { sm: 400 },
          p: 3,
          pb: { xs: 8, sm: 3 },
          border: { xs: 0, sm: 1 },
          borderColor: { sm: 'divider' },
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 1 }}>
          <BrandIcon size={36} />
          <Typography variant="h1">{settings.data?.system_name}</Typography>
        </Box>
        {children}
        {below && (
          <Box
            sx={{
              position: 'absolute',
              top: { sm: '100%' },
              bottom: { xs: 0, sm: 'auto' },
              insetInline: 0,
              textAlign: 'center',
              p: 1,
            }}
          >
            {below}
          </Box>
        )}
      </Paper>
    </Box>
  )
}
