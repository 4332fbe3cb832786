import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useSnackbar } from '../ui/SnackbarProvider.tsx'

/** What follows a change: the queries under the keys are refetched, the dialog closes, and a message confirms it. */
export function useDone(onClose: () => void, ...changed: readonly QueryKey[]): (message: string) => void {
  const cache = useQueryClient()
  const show = useSnackbar()
  return (message) => {
    for (const queryKey of changed) void cache.invalidateQueries({ queryKey })
    onClose()
    show(message)
  }
}
