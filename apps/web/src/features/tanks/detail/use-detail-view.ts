import type { Alarm } from '@dalyan/contracts/alarms'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { toLocal } from '../../../shared/charts/time-range.ts'
import { detailSearch, type DetailView, detailView } from './detail-search.ts'

const ROUTE = '/signed-in/tanks/$id'

/** The page's state, which is its address, and how to change it. */
export function useDetailView() {
  const { id } = useParams({ from: ROUTE })
  const search = useSearch({ from: ROUTE })
  const navigate = useNavigate()
  const view = useMemo(() => detailView(search), [search])
  const show = useCallback(
    (changes: Partial<DetailView>) =>
      void navigate({
        to: '/tanks/$id',
        params: { id },
        search: (now) => detailSearch({ ...detailView(now), ...changes }),
        resetScroll: false,
      }),
    [navigate, id],
  )
  return { id: Number(id), view, show }
}

const HOUR_MS = 3_600_000

/** The page's state that shows an alarm in its chart: from an hour before it began to an hour after its end. */
export function alarmInChart({ metric, out_since, closed_at, cleared_at }: Alarm): Partial<DetailView> {
  const end = closed_at && (cleared_at ?? closed_at)
  return {
    tab: 'charts',
    metrics: metric ? [metric] : [],
    range: {
      from: toLocal(Date.parse(out_since) - HOUR_MS),
      to: end ? toLocal(Date.parse(end) + HOUR_MS) : 'now',
    },
    isPaused: false,
    isTable: false,
    isOverlaid: false,
  }
}
