import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { terminalPageSearch, terminalPageView, type TerminalPageView } from './terminal-page-search.ts'

const ROUTE = '/signed-in/terminals/$id'

/** The page's state, which is its address, and how to change it. */
export function useTerminalPage() {
  const { id } = useParams({ from: ROUTE })
  const search = useSearch({ from: ROUTE })
  const navigate = useNavigate()
  const view = useMemo(() => terminalPageView({ ...search }), [search])
  const show = useCallback(
    (changes: Partial<TerminalPageView>) =>
      void navigate({
        to: '/terminals/$id',
        params: { id },
        search: (now) => terminalPageSearch({ ...terminalPageView({ ...now }), ...changes }),
        resetScroll: false,
      }),
    [navigate, id],
  )
  return { id: Number(id), view, show }
}
