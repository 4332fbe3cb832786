import { type Forewarning, roughLength } from '@dalyan/contracts/forewarnings'
import type { TFunction } from 'i18next'
import forewarningsWords from '../../../locales/tr/forewarnings.json' with { type: 'json' }
import { formatMetric, formatNumber } from '../../../shared/format/number.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'

addWords({ forewarnings: forewarningsWords })

const MINUTE_MS = 60_000

/** `30 dk – 2 sa`; only the end when the crossing may happen at any moment. @param now the server's time, epoch milliseconds */
function spanText(
  t: TFunction,
  { expected_from, expected_to }: Pick<Forewarning, 'expected_from' | 'expected_to'>,
  now: number,
): string {
  const [from, to] = [Date.parse(expected_from) - now, Date.parse(expected_to) - now]
  return from < 5 * MINUTE_MS ? lengthText(t, to) : `${lengthText(t, from)} – ${lengthText(t, to)}`
}

function lengthText(t: TFunction, ms: number): string {
  const { n, unit } = roughLength(ms)
  return t(`forewarnings.${unit}`, { n: formatNumber(n, Number.isInteger(n) ? 0 : 1) })
}

/** The longest time to the crossing, in short: `≤ 2 sa`. @param now as above */
export function withinText(t: TFunction, { expected_to }: Pick<Forewarning, 'expected_to'>, now: number): string {
  return `≤ ${lengthText(t, Date.parse(expected_to) - now)}`
}

/** `Tank Sıcaklığı 30 dk – 2 sa içinde 16,5 °C üstüne çıkabilir`. */
export function forewarningText(
  t: TFunction,
  forewarning: Pick<Forewarning, 'metric' | 'kind' | 'limit' | 'expected_from' | 'expected_to'>,
  now: number,
): string {
  const { metric, kind, limit } = forewarning
  return t(`forewarnings.${kind}`, {
    metric: t(`measurements.metrics.${metric}`),
    limit: formatMetric(metric, limit),
    span: spanText(t, forewarning, now),
  })
}
