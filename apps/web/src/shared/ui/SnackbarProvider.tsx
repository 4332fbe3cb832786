import Snackbar from '@mui/material/Snackbar'
import { createContext, type ReactNode, use, useCallback, useState } from 'react'

const SHOWN_FOR_MS = 3_000
const Show = createContext<(message: string) => void>(() => {})

/** One confirmation at a time, bottom left, for three seconds. For success only: errors stay where the work is. */
export function SnackbarProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState({ message: '', count: 0, open: false })
  const show = useCallback(
    (message: string) => setShown(({ count }) => ({ message, count: count + 1, open: true })),
    [],
  )
  return (
    <Show value={show}>
      {children}
      <Snackbar
        key={shown.count}
        open={shown.open}
        autoHideDuration={SHOWN_FOR_MS}
        onClose={(_, reason) => reason !== 'clickaway' && setShown((before) => ({ ...before, open: false }))}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        message={shown.message}
        slotProps={{ content: { role: 'status' } }}
      />
    </Show>
  )
}

/** Shows a confirmation. */
export function useSnackbar(): (message: string) => void {
  return use(Show)
}
