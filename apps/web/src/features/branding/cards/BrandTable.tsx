import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

export function BrandTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      component="table"
      aria-label={label}
      sx={({ tokens: { palette } }) => ({
        width: '100%',
        borderCollapse: 'collapse',
        '& tr:first-of-type': { border: 0 },
        '& a': { color: palette.primary.text },
      })}
    >
      <tbody>{children}</tbody>
    </Box>
  )
}
