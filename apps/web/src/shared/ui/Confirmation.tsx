import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'
import { useState } from 'react'

const SHOWN_FOR_MS = 3_000
const WITH_ACTIONS_MS = 8_000

/** What the user can do about a confirmed change, such as undo it. */
export interface SnackbarAction {
  label: string
  onClick: () => void
}

interface Props {
  message: string
  actions: readonly SnackbarAction[]
}

/** A message at the bottom left for three seconds, with actions for eight; hovering over it or focusing it stops the time. */
export function Confirmation({ message, actions }: Props) {
  const [open, setOpen] = useState(true)
  return (
    <Snackbar
      open={open}
      autoHideDuration={actions.length > 0 ? WITH_ACTIONS_MS : SHOWN_FOR_MS}
      onClose={(_, reason) => reason !== 'clickaway' && setOpen(false)}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      message={message}
      action={actions.map(({ label, onClick }) => (
        <Button
          key={label}
          color="inherit"
          onClick={() => {
            setOpen(false)
            onClick()
          }}
          sx={{ minHeight: 44, textDecoration: 'underline' }}
        >
          {label}
        </Button>
      ))}
      slotProps={{ content: { role: 'status' } }}
      sx={{ bottom: { xs: 'calc(var(--bottom-bar, 0px) + 8px)', sm: 'calc(var(--bottom-bar, 0px) + 24px)' } }}
    />
  )
}
