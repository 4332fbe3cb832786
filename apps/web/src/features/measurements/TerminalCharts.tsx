import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { SeriesWindow } from '../../shared/charts/use-series-window.ts'
import type { ExplorerView } from './explorer-search.ts'
import { measurementQueries } from './measurements.queries.ts'
import { SeriesView } from './SeriesView.tsx'
import type { ShowExplorer } from './use-explorer.ts'

const POINTS = 500
const NO_MARKS = {}
const noLimits = () => null

interface Props {
  id: number
  view: ExplorerView
  show: ShowExplorer
  window: SeriesWindow
}

/** One terminal, whichever tanks it stood on: limits and alarms are those of tanks, so there are none. */
export const TerminalCharts = memo(DrawnCharts)

function DrawnCharts({ id, view: { range, metrics }, show, window }: Props) {
  const series = useQuery(measurementQueries.terminalSeries(id, { range, points: POINTS }))
  return (
    <SeriesView query={series} metrics={metrics} window={window} limitsOf={noLimits} marks={NO_MARKS} show={show} />
  )
}
