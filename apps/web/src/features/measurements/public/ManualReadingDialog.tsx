import { ManualReading, type Measurement, measurementsApi } from '@dalyan/contracts/measurements'
import { METRIC_KEYS, type MetricKey, metricOf, perMetric, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import InputAdornment from '@mui/material/InputAdornment'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { useMetrics } from '../../records/public/metrics-in-use.ts'
import measurements from '../../../locales/tr/measurements.json' with { type: 'json' }
import { call } from '../../../shared/api/call.ts'
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { FormColumns, FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { contractProblems, type Problems } from '../../../shared/form/form-problems.ts'
import { readTypedTime, typedTime } from '../../../shared/form/typed-time.ts'
import { readDecimal } from '../../../shared/format/decimal.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'

addWords({ measurements })

interface Props {
  tank: { id: number; code: string }
  /** After saving: refetches the queries that show it, closes, and confirms with `measurements.add.success`. */
  onSaved: (reading: Measurement) => void
  onClose: () => void
}

/** Enters a reading that the user took with a hand-held instrument: a time, and any of the values. Permission: `measurements.create`. */
export function ManualReadingDialog({ tank, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const metrics = useMetrics()
  const [defaults] = useState(() => emptyReading(serverNow()))
  return (
    <FormDialog<ManualReadingValues, Measurement>
      title={t('measurements.add.titleFor', { code: tank.code })}
      submit={t('measurements.add.submit')}
      failed={t('measurements.add.failed')}
      defaults={defaults}
      check={(values) => readingProblems(values, t)}
      fieldOf={readingFieldOf}
      save={(values) => call(measurementsApi.enter, { params: { id: tank.id }, body: readingBody(values) })}
      onSaved={onSaved}
      onClose={onClose}
    >
      <FormText name="measured_at" label={t('measurements.add.measuredAt')} hint={t('measurements.add.timeHint')} />
      <FormColumns>
        {metrics.map((metric) => (
          <FormText
            key={metric}
            name={metric}
            label={t(`measurements.metrics.${metric}`)}
            decimal
            maxLength={12}
            end={<InputAdornment position="end">{metricOf(metric).unit}</InputAdornment>}
          />
        ))}
      </FormColumns>
    </FormDialog>
  )
}

/** The values of the form, as typed. */
type ManualReadingValues = { measured_at: string } & Record<MetricKey, string>

/** The empty form with the present time; keys in the order of the screen. @param now epoch milliseconds */
export function emptyReading(now: number): ManualReadingValues {
  const blank = Object.fromEntries(SCREEN_ORDER.map((key) => [key, ''])) as Record<MetricKey, string>
  return { measured_at: typedTime(new Date(now).toISOString()), ...blank }
}

/** The body of the call, with the typed values only. Without a time the server takes its own. */
export function readingBody(values: ManualReadingValues): z.input<typeof ManualReading> {
  const measured_at = readTypedTime(values.measured_at)
  const typed = METRIC_KEYS.flatMap((key) => {
    const value = readDecimal(values[key])
    return value === null ? [] : [[key, value] as const]
  })
  return { ...(measured_at ? { measured_at } : {}), ...Object.fromEntries(typed) }
}

/** The form's field for a name in the server's errors; an error of the reading itself is shown at its first value. */
export function readingFieldOf(name: string): string {
  return name === 'reading' ? (SCREEN_ORDER[0] ?? name) : name
}

/** The problems of the typed reading, by field. */
export function readingProblems(values: ManualReadingValues, t: TFunction): Problems {
  const problems: Record<string, string> = { ...contractProblems(ManualReading, readingBody(values)) }
  delete problems['reading']
  if (readTypedTime(values.measured_at) === undefined) problems['measured_at'] = t('validation.dateInvalid')
  const typed = perMetric((key) => readDecimal(values[key]))
  for (const key of METRIC_KEYS) if (Number.isNaN(typed[key])) problems[key] = t('validation.number')
  if (METRIC_KEYS.every((key) => typed[key] === null)) {
    problems[readingFieldOf('reading')] = t('measurements.add.atLeastOne')
  }
  return problems
}
