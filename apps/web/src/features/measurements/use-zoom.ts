import { useCallback } from 'react'
import { toLocal } from '../../shared/charts/time-range.ts'
import type { ShowExplorer } from './use-explorer.ts'

const LEAST_ZOOM_SECONDS = 120

/** A stretch dragged over in a chart becomes the window; one that is too short to be meant does not. */
export function useZoom(show: ShowExplorer): (from: number, to: number) => void {
  return useCallback(
    (from, to) => {
      if (to - from >= LEAST_ZOOM_SECONDS) show({ range: { from: toLocal(from * 1000), to: toLocal(to * 1000) } })
    },
    [show],
  )
}
