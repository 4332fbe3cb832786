import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ChartView } from '../../../shared/charts/ChartToolbar.tsx'
import { isFollowing } from '../../../shared/charts/time-range.ts'
import { useSeriesWindow } from '../../../shared/charts/use-series-window.ts'
import { SeriesPanel } from '../../measurements/public/charts/SeriesPanel.tsx'
import { measurementQueries } from '../../measurements/public/measurements.queries.ts'
import { NoReadings } from '../../measurements/public/NoReadings.tsx'

interface Props {
  terminalId: number
  view: ChartView
  show: (changes: Partial<ChartView>) => void
}

/** What the terminal measured, on any tank. */
export function SeriesTab({ terminalId, view, show }: Props) {
  const { t } = useTranslation()
  const { range, isPaused } = view
  const query = useQuery(measurementQueries.terminalSeries(terminalId, { range }, isPaused))
  return (
    <SeriesPanel
      heading={t('terminals.detail.tabMeasurements')}
      view={view}
      show={show}
      query={query}
      series={query.data}
      window={useSeriesWindow(range, isFollowing(range) && !isPaused)}
      failed={t('terminals.messages.loadFailed')}
      empty={<NoReadings body={t('terminals.detail.widen')} />}
    />
  )
}
