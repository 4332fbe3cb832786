import type { MetricKey } from '@dalyan/contracts/metrics'
import type { Tank } from '@dalyan/contracts/tanks'
import { useQuery } from '@tanstack/react-query'
import { memo, useCallback } from 'react'
import type { SeriesWindow } from '../../shared/charts/use-series-window.ts'
import { alarmMarksQuery } from '../alarms/alarm-marks.queries.ts'
import type { ExplorerView } from './explorer-search.ts'
import { measurementQueries } from './measurements.queries.ts'
import { SeriesView } from './SeriesView.tsx'
import { limitsOf } from './tank-limits.ts'
import type { ShowExplorer } from './use-explorer.ts'

const POINTS = 500

interface Props {
  tank: Tank
  view: ExplorerView
  show: ShowExplorer
  window: SeriesWindow
}

/** One tank: a chart for each metric, with its limits and the moments of its alarms. */
export const TankCharts = memo(DrawnCharts)

function DrawnCharts({ tank, view: { range, metrics, terminalId }, show, window }: Props) {
  const series = useQuery(measurementQueries.tankSeries(tank.id, { range, terminalId, points: POINTS }))
  const marks = useQuery(alarmMarksQuery(tank.id, range)).data ?? {}
  const limits = useCallback((metric: MetricKey) => limitsOf(tank, metric), [tank])
  return <SeriesView query={series} metrics={metrics} window={window} limitsOf={limits} marks={marks} show={show} />
}
