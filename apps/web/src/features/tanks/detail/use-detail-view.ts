import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { detailSearch, type DetailView, detailView } from './detail-search.ts'

const ROUTE = '/signed-in/tanks/$id'

/** The page's state, which is its address: what it shows and how to change it. */
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
