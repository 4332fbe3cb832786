import type { Series } from '@dalyan/contracts/measurements'
import type { MetricKey } from '@dalyan/contracts/metrics'
import { REHEARSAL_DAYS } from '@dalyan/contracts/rehearsal'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { RehearsalState, RehearsedMetric } from './use-rehearsals.ts'

interface Props {
  rehearsals: ReadonlyMap<MetricKey, RehearsedMetric>
  history: Series | undefined
}

const DAY_SECONDS = 86_400

/** The number of alarms of all metrics that the saved and the typed limits would have raised, and the number of days tried. */
export function RehearsalTotal({ rehearsals, history }: Props) {
  const { t } = useTranslation()
  const all = [...rehearsals.values()]
  const [saved, typed] = [
    sumOf(all.map((one) => one.saved)),
    sumOf(all.map((one) => (one.typed === undefined ? one.saved : one.typed))),
  ]
  if (!history || !saved || !typed) return null
  const first = history.times[0]
  if (first === undefined) return <Typography variant="body2">{t('rangeTemplates.rehearsal.noData')}</Typography>
  const days = Math.min(REHEARSAL_DAYS, Math.ceil((Date.parse(history.to) / 1000 - first) / DAY_SECONDS))
  const hasChanged = all.some((one) => one.typed !== undefined)
  const counts = (of: (sum: Sum) => number) => (hasChanged ? `${of(saved)} → ${of(typed)}` : String(of(saved)))
  return (
    <Typography variant="body2" role="status">
      {t('rangeTemplates.rehearsal.total', {
        days,
        alarms: counts((sum) => sum.alarms),
        night: counts((sum) => sum.night),
      })}
    </Typography>
  )
}

interface Sum {
  alarms: number
  night: number
}

/** Null while one of them is not known. */
function sumOf(states: readonly (RehearsalState | null)[]): Sum | null {
  const sum = { alarms: 0, night: 0 }
  for (const state of states) {
    if (!state) continue
    if (!state.data || !state.isFinal) return null
    sum.alarms += state.data.alarms
    sum.night += state.data.night_alarms
  }
  return sum
}
