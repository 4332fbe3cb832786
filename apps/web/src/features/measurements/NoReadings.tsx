import type { Tank } from '@dalyan/contracts/tanks'
import { mdiChartLineVariant } from '@mdi/js'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { type TimeRange, toLocal } from '../../shared/charts/time-range.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { formatDateTime } from '../../shared/format/date-time.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { DEFAULT_RANGE } from './explorer-search.ts'
import type { ShowExplorer } from './use-explorer.ts'

const DAY_MS = 86_400_000

interface Props {
  /** The chosen ones; empty: all. */
  tanks: readonly Tank[]
  show: ShowExplorer
}

/** There are no readings in the window; says when the last one was, and leads there. */
export function NoReadings({ tanks, show }: Props) {
  const { t } = useTranslation()
  const last = tanks
    .flatMap((tank) => tank.last_measurement?.measured_at ?? [])
    .toSorted()
    .at(-1)
  if (last === undefined) {
    return (
      <EmptyState
        icon={mdiChartLineVariant}
        title={t('measurements.empty.title')}
        body={t(tanks.length > 0 ? 'measurements.empty.body' : 'explorer.empty')}
      />
    )
  }
  return (
    <EmptyState
      icon={mdiChartLineVariant}
      title={t('measurements.empty.title')}
      body={t('measurements.empty.lastKnown', { time: formatDateTime(last) })}
      action={
        <Button
          variant="outlined"
          onClick={() => show({ range: dayUpTo(Date.parse(last)), metrics: [], terminalId: undefined })}
        >
          {t('measurements.empty.goToLast')}
        </Button>
      }
    />
  )
}

/** The day that ends with a moment (epoch milliseconds); today's follows the clock. */
function dayUpTo(ms: number): TimeRange {
  if (serverNow() - ms < DAY_MS) return DEFAULT_RANGE
  const end = ms + 60_000
  return { from: toLocal(end - DAY_MS), to: toLocal(end) }
}
