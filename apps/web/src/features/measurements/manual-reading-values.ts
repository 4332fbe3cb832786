import { ManualReading } from '@dalyan/contracts/manual-reading'
import { METRIC_KEYS, type MetricKey, perMetric, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { TFunction } from 'i18next'
import type * as z from 'zod/mini'
import { contractProblems, type Problems } from '../../shared/form/form-problems.ts'
import { readTypedTime, typedTime } from '../../shared/form/typed-time.ts'
import { readDecimal } from '../../shared/format/decimal.ts'

/** The values of the form, as typed. */
export type ManualReadingValues = { measured_at: string } & Record<MetricKey, string>

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
