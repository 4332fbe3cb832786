import type { TFunction } from 'i18next'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type AgeUnit = 'now' | 'seconds' | 'minutes' | 'hours' | 'days'

/** The age in its coarsest unit; a moment in the future counts as now. */
export function ageParts(ms: number): { unit: AgeUnit; n: number } {
  if (ms < SECOND) return { unit: 'now', n: 0 }
  if (ms < MINUTE) return { unit: 'seconds', n: Math.floor(ms / SECOND) }
  if (ms < HOUR) return { unit: 'minutes', n: Math.floor(ms / MINUTE) }
  if (ms < DAY) return { unit: 'hours', n: Math.floor(ms / HOUR) }
  return { unit: 'days', n: Math.floor(ms / DAY) }
}

const AGO = {
  now: 'common.time.justNow',
  seconds: 'common.time.secondsAgo',
  minutes: 'common.time.minutesAgo',
  hours: 'common.time.hoursAgo',
  days: 'common.time.daysAgo',
} as const

/** `8 sn önce`, `31 dk önce`. */
export function formatAge(t: TFunction, ms: number): string {
  const { unit, n } = ageParts(ms)
  return t(AGO[unit], { n })
}

const DURATION = { now: 'sn', seconds: 'sn', minutes: 'dk', hours: 'sa', days: 'gün' } as const

/** A length of time without a direction: `38 dk`. */
export function formatDuration(ms: number): string {
  const { unit, n } = ageParts(ms)
  return `${n} ${DURATION[unit]}`
}

const UNIT_MS = { now: SECOND, seconds: SECOND, minutes: MINUTE, hours: HOUR, days: DAY } as const

/** A length of time in its two coarsest units: `2 gün 5 sa`, `5 sa`, `0 dk`. */
export function formatLength(ms: number): string {
  if (ms < SECOND) return `0 ${DURATION.minutes}`
  const { unit, n } = ageParts(ms)
  const rest = ms - n * UNIT_MS[unit]
  const finer = unit === 'days' ? HOUR : unit === 'hours' ? MINUTE : DAY
  return rest >= finer ? `${n} ${DURATION[unit]} ${formatDuration(rest)}` : `${n} ${DURATION[unit]}`
}

/** A step between points, to the second: `1 sa 30 dk`, `2 dk 53 sn`. */
export function formatStep(ms: number): string {
  const { unit, n } = ageParts(ms)
  const rest = ms - n * UNIT_MS[unit]
  return rest >= SECOND && unit !== 'seconds' ? `${n} ${DURATION[unit]} ${formatStep(rest)}` : `${n} ${DURATION[unit]}`
}
