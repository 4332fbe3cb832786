import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import type { SnackbarAction } from './Confirmation.tsx'
import { onDemand } from './on-demand.tsx'

const Confirmation = onDemand(async () => (await import('./Confirmation.tsx')).Confirmation)

type ShowMessage = (message: string, actions?: readonly SnackbarAction[]) => void

const Show = createContext<ShowMessage>(() => {})
const NONE: readonly SnackbarAction[] = []

/** Shows one confirmation at a time. Errors are shown where the user works, except failures of side effects. */
export function SnackbarProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState({ message: '', actions: NONE, count: 0 })
  const show = useCallback<ShowMessage>(
    (message, actions = NONE) => setShown(({ count }) => ({ message, actions, count: count + 1 })),
    [],
  )
  return (
    <Show value={show}>
      {children}
      {shown.count > 0 && <Confirmation key={shown.count} message={shown.message} actions={shown.actions} />}
    </Show>
  )
}

/** Shows a confirmation. */
export function useSnackbar(): ShowMessage {
  return use(Show)
}
