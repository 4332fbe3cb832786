import { type Plan, planApi, type Plans } from '@dalyan/contracts/plan'
import { queryOptions } from '@tanstack/react-query'
import { call, callByDisplayLink, callFile, callFileByDisplayLink } from '../../../shared/api/call.ts'

/** Plans change by hand; a new tank appears on the list of those that are not placed. */
const REFRESH_MS = 60_000

const all = ['plan'] as const

/** @param secret of a display link, for a screen without a session */
export const planQueries = {
  all: (secret?: string) =>
    queryOptions({
      queryKey: [...all, secret],
      queryFn: ({ signal }): Promise<Plans> =>
        secret === undefined ? call(planApi.get, {}, signal) : callByDisplayLink(secret, planApi.get, {}, signal),
      refetchInterval: REFRESH_MS,
    }),

  /** The picture of a version, which never changes. */
  picture: ({ firm, picture }: Pick<Plan, 'firm' | 'picture'>, secret?: string) =>
    queryOptions({
      queryKey: [...all, 'picture', firm?.id, picture?.version],
      queryFn: async ({ signal }): Promise<Blob> => {
        const query = { ...(firm ? { firm_id: firm.id } : {}), v: picture?.version }
        const { type, content } =
          secret === undefined
            ? await callFile(planApi.picture, { query }, signal)
            : await callFileByDisplayLink(secret, planApi.picture, { query }, signal)
        return new Response(content, { headers: { 'content-type': type } }).blob()
      },
      enabled: picture !== null,
      staleTime: Infinity,
    }),
}
