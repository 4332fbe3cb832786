import { queryOptions } from '@tanstack/react-query'
import { loadBranding } from '../load-branding.ts'

export const brandingQueries = {
  /** Fetched once per page load. */
  config: () =>
    queryOptions({
      queryKey: ['branding'],
      queryFn: loadBranding,
      staleTime: Number.POSITIVE_INFINITY,
    }),
}
