import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { ProgressLine } from '../../shared/ui/ProgressLine.tsx'

/** What is on screen while something else is on its way in its place: paler, under a running line. */
export function Fetching({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  return (
    <Box sx={{ position: 'relative', opacity: isOn ? 0.7 : 1 }}>
      {isOn && <ProgressLine />}
      {children}
    </Box>
  )
}
