import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { ProgressLine } from '../../shared/ui/ProgressLine.tsx'

/** Shows the present content paler, under a progress line, while its replacement loads. */
export function Fetching({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  return (
    <Box sx={{ position: 'relative', opacity: isOn ? 0.7 : 1 }}>
      {isOn && <ProgressLine />}
      {children}
    </Box>
  )
}
