import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useSnackbar } from '../ui/SnackbarProvider.tsx'

/** After a change: refetches the queries under the keys, closes the dialog, and confirms by a message. */
export function useDone(onClose: () => void, ...changed: readonly QueryKey[]): (message: string) => void {
  const cache = useQueryClient()
  const show = useSnackbar()
  return (message) => {
    for (const queryKey of changed) void cache.invalidateQueries({ queryKey })
    onClose()
    show(message)
  }
}
