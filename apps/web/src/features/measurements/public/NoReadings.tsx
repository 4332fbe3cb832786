import type { Instant } from '@dalyan/contracts/instant'
import { mdiChartLineVariant } from '@mdi/js'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { dayUpTo, type TimeRange } from '../../../shared/charts/time-range.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'

interface Props {
  /** When the last reading before the window was taken; undefined: there is none, or it is not known. */
  last?: Instant | undefined
  /** What the user can do where there is no last reading. */
  body?: string
  /** Shows the day of the last reading. */
  onShow?: (range: TimeRange) => void
}

/** Shown when a window has no readings: the time of the last one, and a button that shows it. */
export function NoReadings({ last, body, onShow }: Props) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={mdiChartLineVariant}
      title={t('measurements.empty.title')}
      body={last ? t('measurements.empty.lastKnown', { time: formatDateTime(last) }) : body}
      action={
        last && (
          <Button variant="outlined" onClick={() => onShow?.(dayUpTo(Date.parse(last), serverNow()))}>
            {t('measurements.empty.goToLast')}
          </Button>
        )
      }
    />
  )
}
