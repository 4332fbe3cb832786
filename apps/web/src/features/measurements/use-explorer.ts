import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { TimeRange } from '../../shared/charts/time-range.ts'
import { type ExplorerView, explorerSearch, explorerView } from './explorer-search.ts'

/** Changes what is shown. A change that selects other readings goes back to page one. */
export type ShowExplorer = (changes: Partial<ExplorerView>) => void

const SAME_READINGS: ReadonlySet<string> = new Set(['page', 'look', 'metrics', 'dialog'])

/** The explorer's state, which is its address. */
export function useExplorer(): { view: ExplorerView; show: ShowExplorer } {
  const search = useSearch({ from: '/signed-in/measurements' })
  const navigate = useNavigate({ from: '/measurements' })
  const view = useMemo(() => explorerView({ ...search }), [search])
  const show: ShowExplorer = useCallback(
    (changes) => {
      void navigate({
        search: (before) => {
          const shown = explorerView({ ...before })
          const isSame = Object.keys(changes).every(
            (key) => SAME_READINGS.has(key) && !(key === 'metrics' && shown.isOnlyOutside),
          )
          const next = { ...shown, ...(isSame ? {} : { page: 1 }), ...changes }
          return explorerSearch(explorerView({ ...explorerSearch(next) }))
        },
        resetScroll: false,
      })
    },
    [navigate],
  )
  return { view, show }
}

/** Shows the interval that the user dragged over in a chart. */
export function useZoom(show: ShowExplorer): (range: TimeRange) => void {
  return useCallback((range) => show({ range }), [show])
}
