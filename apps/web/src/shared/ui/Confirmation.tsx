import Snackbar from '@mui/material/Snackbar'
import { useState } from 'react'

const SHOWN_FOR_MS = 3_000

/** A message at the bottom left for three seconds; hovering over it or focusing it stops the time. */
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
