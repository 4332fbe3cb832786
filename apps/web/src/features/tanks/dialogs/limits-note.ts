import { SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { Ranges } from '@dalyan/contracts/range-templates'
import type { TFunction } from 'i18next'
import { formatMetric } from '../../../shared/format/number.ts'

const SHOWN = 3

/** A template's first limits in one line: `Tank Sıcaklığı 16,0 °C – 22,0 °C · pH 7,50 – 8,30`. */
export function limitsNote(t: TFunction, ranges: Ranges): string {
  const limits = SCREEN_ORDER.flatMap((key) => {
    const range = ranges[key]
    if (!range) return []
    const [min, max] = [range.min, range.max].map((limit) => (limit === null ? '' : formatMetric(key, limit)))
    return [`${t(`measurements.metrics.${key}`)} ${min} – ${max}`]
  })
  return limits.length > SHOWN ? `${limits.slice(0, SHOWN).join(' · ')} …` : limits.join(' · ')
}
