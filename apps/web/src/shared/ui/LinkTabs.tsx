import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Tabs that are links, since each has its own address; the link to the present one carries `aria-current`. */
export function LinkTabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      component="nav"
      aria-label={label}
      sx={({ tokens: { palette } }) => ({
        display: 'flex',
        overflowX: 'auto',
        borderBottom: `1px solid ${palette.divider}`,
        '& a': {
          display: 'flex',
          alignItems: 'center',
          minHeight: 44,
          px: { xs: 1, sm: 2 },
          whiteSpace: 'nowrap',
          fontWeight: 500,
          textDecoration: 'none',
          color: palette.textSecondary,
          borderBottom: '3px solid transparent',
          '&:hover': { color: palette.textPrimary, bgcolor: palette.hoverRow },
          '&[aria-current=page]': { color: palette.primary.text, borderBottomColor: palette.primary.text },
          '&:focus-visible': { outlineOffset: -3 },
        },
      })}
    >
      {children}
    </Box>
  )
}
