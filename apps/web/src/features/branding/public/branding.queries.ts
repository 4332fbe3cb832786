import { queryOptions } from '@tanstack/react-query'

export const brandingQueries = {
  /** Asked once a page load, never in the way of the first screen: its code comes after it. */
  config: () =>
    queryOptions({
      queryKey: ['branding'],
      queryFn: async () => (await import('../load-branding.ts')).loadBranding(),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}
