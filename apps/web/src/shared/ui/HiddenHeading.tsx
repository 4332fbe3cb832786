import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import type { ReactNode } from 'react'

/** A heading of second level only for screen readers, where the layout shows what the part is. */
export function HiddenHeading({ children }: { children: ReactNode }) {
  return (
    <Typography variant="h2" sx={visuallyHidden}>
      {children}
    </Typography>
  )
}
