import type { TFunction } from 'i18next'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The units of an age, the coarsest first. */
const UNITS = [
  { unit: 'days', ms: 24 * HOUR, short: 'gün', ago: 'common.time.daysAgo' },
  { unit: 'hours', ms: HOUR, short: 'sa', ago: 'common.time.hoursAgo' },
  { unit: 'minutes', ms: MINUTE, short: 'dk', ago: 'common.time.minutesAgo' },
  { unit: 'seconds', ms: SECOND, short: 'sn', ago: 'common.time.secondsAgo' },
  { unit: 'now', ms: SECOND, short: 'sn', ago: 'common.time.justNow' },
] as const
const NOW = UNITS[4]

/** The age in its coarsest unit; a moment in the future counts as now. */
export function ageParts(ms: number) {
  const unit = UNITS.find((each) => ms >= each.ms) ?? NOW
  const n = Math.max(0, Math.floor(ms / unit.ms))
  return { ...unit, n, rest: ms - n * unit.ms }
}

/** `8 sn önce`, `31 dk önce`. */
export function formatAge(t: TFunction, ms: number): string {
  const { ago, n } = ageParts(ms)
  return t(ago, { n })
}

/** A length of time without a direction: `38 dk`. */
export function formatDuration(ms: number): string {
  const { n, short } = ageParts(ms)
  return `${n} ${short}`
}

/** A length of time in its two coarsest units: `2 gün 5 sa`, `5 sa`, `0 dk`. */
export function formatLength(ms: number): string {
  if (ms < SECOND) return '0 dk'
  const { unit, rest } = ageParts(ms)
  const finer = unit === 'days' ? HOUR : MINUTE
  return rest >= finer ? `${formatDuration(ms)} ${formatDuration(rest)}` : formatDuration(ms)
}

/** A step between points, to the second: `1 sa 30 dk`, `2 dk 53 sn`. */
export function formatStep(ms: number): string {
  const { rest } = ageParts(ms)
  return rest >= SECOND ? `${formatDuration(ms)} ${formatStep(rest)}` : formatDuration(ms)
}
