import type { Limits } from '@dalyan/contracts/out-of-range'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { MOST_REHEARSED, type Rehearsal, rehearsalApi, type RehearsalInput } from '@dalyan/contracts/rehearsal'
import { experimental_streamedQuery as streamedQuery, queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'

const STALE_MS = 5 * 60_000

export type TypedLimits = Limits & Pick<RehearsalInput, 'delay_seconds'>

/** What the tanks of a template measured in the last days, in buckets. */
export const historyQuery = (id: number) =>
  queryOptions({
    queryKey: ['range-templates', 'history', id],
    queryFn: ({ signal }) => call(rehearsalApi.history, { params: { id } }, signal),
    staleTime: STALE_MS,
  })

/** The alarms that these limits would have raised; while it is still fetching, those of the tanks evaluated so far. */
export const rehearsalQuery = (id: number, metric: MetricKey, limits: TypedLimits) =>
  queryOptions({
    queryKey: ['range-templates', 'rehearsal', id, metric, limits],
    queryFn: streamedQuery({
      streamFn: ({ signal }) => parts(id, { metric, ...limits }, signal),
      reducer: (sum: Rehearsal | null, part: Rehearsal): Rehearsal | null => (sum ? added(sum, part) : part),
      initialValue: null,
      refetchMode: 'replace',
    }),
    staleTime: STALE_MS,
  })

async function* parts(id: number, input: RehearsalInput, signal: AbortSignal): AsyncGenerator<Rehearsal> {
  let body: RehearsalInput | null = input
  while (body) {
    const part: Rehearsal = await call(rehearsalApi.rehearse, { params: { id }, body }, signal)
    yield part
    body = part.next === null ? null : { ...input, after: part.next }
  }
}

function added(sum: Rehearsal, part: Rehearsal): Rehearsal {
  return {
    ...part,
    evaluated_tanks: sum.evaluated_tanks + part.evaluated_tanks,
    alarms: sum.alarms + part.alarms,
    alarmed_tanks: sum.alarmed_tanks + part.alarmed_tanks,
    night_alarms: sum.night_alarms + part.night_alarms,
    out_of_range_seconds: sum.out_of_range_seconds + part.out_of_range_seconds,
    newest: [...sum.newest, ...part.newest]
      .sort((a, b) => b.raised_at.localeCompare(a.raised_at))
      .slice(0, MOST_REHEARSED),
  }
}

/** Whether limits can be tried: at least one, each a number, and in order. */
export function canRehearse({ min, max }: Limits): boolean {
  if (min === null && max === null) return false
  if (Number.isNaN(min) || Number.isNaN(max)) return false
  return min === null || max === null || min < max
}
