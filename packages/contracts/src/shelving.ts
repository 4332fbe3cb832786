import type { Severity } from './alarm-words.ts'

/** The durations that the page offers for shelving an alarm; `name` is the key of its text in `alarmPage.shelve`. */
export const SHELVE_DURATIONS = [
  { name: 'm15', minutes: 15 },
  { name: 'h1', minutes: 60 },
  { name: 'h8', minutes: 8 * 60 },
] as const
/** The duration that the page selects at first. */
export const DEFAULT_SHELVE_MINUTES = 60

/** How many minutes any user may shelve any alarm at most. */
export const LONGEST_SHELF_MINUTES = 7 * 24 * 60

/**
 * How many minutes an alarm of this severity may be shelved at most (docs/behaviour/alarms.md).
 * @param managesTanks whether the user has the permission `tanks.manage`, as administrators do
 */
export function longestShelfMinutes(severity: Severity, managesTanks: boolean): number {
  return managesTanks && severity !== 'critical' ? LONGEST_SHELF_MINUTES : 8 * 60
}
