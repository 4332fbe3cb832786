import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** One entry of a list, with a line above it. */
export function DividedItem({ children }: { children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={({ tokens: { palette } }) => ({
        display: 'grid',
        gap: 1,
        py: 1.5,
        borderTop: `1px solid ${palette.divider}`,
        gridTemplateColumns: 'minmax(0, 1fr)',
      })}
    >
      {children}
    </Box>
  )
}
