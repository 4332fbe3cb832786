import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

/** A part of a page with a heading, a landmark for screen readers. */
export function PageSection({ title, gap = 1.5, children }: { title: string; gap?: number; children: ReactNode }) {
  const id = useId()
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby={id}
      sx={{ p: 2, minWidth: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap }}
    >
      <Typography variant="h2" id={id}>
        {title}
      </Typography>
      {children}
    </Paper>
  )
}
