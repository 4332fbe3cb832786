import Snackbar from '@mui/material/Snackbar'
import { useState } from 'react'

const SHOWN_FOR_MS = 3_000

/** Bottom left for three seconds; resting on it, or focusing it, holds the time. */
export function Confirmation({ message }: { message: string }) {
  const [open, setOpen] = useState(true)
  return (
    <Snackbar
      open={open}
      autoHideDuration={SHOWN_FOR_MS}
      onClose={(_, reason) => reason !== 'clickaway' && setOpen(false)}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      message={message}
      slotProps={{ content: { role: 'status' } }}
    />
  )
}
