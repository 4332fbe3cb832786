import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useSnackbar } from '../ui/SnackbarProvider.tsx'

/** What follows a change: what lies under the keys is asked for again, the dialog closes, and the person hears of it. */
export function useDone(onClose: () => void, ...changed: readonly QueryKey[]): (message: string) => void {
  const cache = useQueryClient()
  const show = useSnackbar()
  return (message) => {
    for (const queryKey of changed) void cache.invalidateQueries({ queryKey })
    onClose()
    show(message)
  }
}
