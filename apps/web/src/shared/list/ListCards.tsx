import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'

interface Props<T> {
  label: string
  rows: readonly T[]
  card: (row: T) => ReactNode
}

/** Records on a phone: one card each. */
export function ListCards<T extends { id: number }>({ label, rows, card }: Props<T>) {
  return (
    <Box component="ul" aria-label={label} sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
      {rows.map((row) => (
        <Paper key={row.id} component="li" variant="outlined" sx={{ px: 1.5, pt: 0.5, pb: 1.5, minWidth: 0 }}>
          {card(row)}
        </Paper>
      ))}
    </Box>
  )
}
