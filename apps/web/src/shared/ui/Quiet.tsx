import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

/** A paragraph in the secondary colour. `small`: a hint at what stands beside it. */
export function Quiet({ small = false, children }: { small?: boolean; children: ReactNode }) {
  return (
    <Typography variant={small ? 'body2' : 'body1'} sx={{ color: 'text.secondary' }}>
      {children}
    </Typography>
  )
}
