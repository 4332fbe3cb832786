import { queryOptions } from '@tanstack/react-query'

export const brandingQueries = {
  /** Fetched once per page load; its code loads after the first screen. */
  config: () =>
    queryOptions({
      queryKey: ['branding'],
      queryFn: async () => (await import('../load-branding.ts')).loadBranding(),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}
