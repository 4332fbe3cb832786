import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Kept fresh by the socket; asked again every 10 s while there is none. */
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
        // A refusal stays a refusal; only an absent or broken server may answer differently next time.
        retry: (failures, error) => failures < 1 && !isRefusal(error),
        retryDelay: 1_000,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
