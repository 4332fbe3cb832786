import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useState } from 'react'

const Confirmation = lazy(() =>
  import('./Confirmation.tsx').then(({ Confirmation: component }) => ({ default: component })),
)

const Show = createContext<(message: string) => void>(() => {})

/** Shows one confirmation at a time. Errors are shown where the user works, except failures of side effects. */
export function SnackbarProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState({ message: '', count: 0 })
  const show = useCallback((message: string) => setShown(({ count }) => ({ message, count: count + 1 })), [])
  return (
    <Show value={show}>
      {children}
      {shown.count > 0 && (
        <Suspense>
          <Confirmation key={shown.count} message={shown.message} />
        </Suspense>
      )}
    </Show>
  )
}

/** Shows a confirmation. */
export function useSnackbar(): (message: string) => void {
  return use(Show)
}
