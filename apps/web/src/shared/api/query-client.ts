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
