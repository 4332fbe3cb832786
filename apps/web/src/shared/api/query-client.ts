import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Live messages update it; without a live connection it is fetched every 10 s. */
      live?: boolean
    }
  }
}

/** For a record in a dialog: fetched each time the dialog opens, and not again while the user edits it. */
export const ASKED_ANEW = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false } as const

const isRefusal = (error: Error): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // Only an unreachable or broken server may answer differently next time.
        retry: (failures, error) => failures < 1 && !isRefusal(error),
        retryDelay: 1_000,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
