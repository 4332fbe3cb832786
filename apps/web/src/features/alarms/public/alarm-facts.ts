import { isOfLimit } from '@dalyan/contracts/alarm-words'
import type { Alarm } from '@dalyan/contracts/alarms'
import type { TFunction } from 'i18next'
import { toLocal } from '../../../shared/charts/time-range.ts'
import { formatLength } from '../../../shared/format/age.ts'
import { formatShortTime } from '../../../shared/format/date-time.ts'
import { formatMetric } from '../../../shared/format/number.ts'
import { alarmCondition } from './alarm-look.ts'

/** `TNK-014, pH yüksek`: names an alarm in its buttons' labels. */
export function alarmName(t: TFunction, alarm: Alarm): string {
  const source = alarm.tank?.code ?? alarm.iot?.code ?? ''
  return t('alarms.name', { source, condition: alarmCondition(t, alarm) })
}

/** `8,59 / 8,30`; null where nothing was measured. */
export function valueAndLimit({ kind, metric, value, limit }: Alarm): string | null {
  if (kind === 'silent' || metric === null || value === null) return null
  return limit === null
    ? formatMetric(metric, value)
    : `${formatMetric(metric, value)} / ${formatMetric(metric, limit)}`
}

/** `En yüksek 8,61`: the worst value of this occurrence; null where it is the present value. */
export function peakText(t: TFunction, { kind, metric, value, occurrence_peak }: Alarm): string | null {
  if (!isOfLimit(kind) || metric === null || occurrence_peak === null || occurrence_peak === value) return null
  return t(`alarmPage.peak.${kind}`, { value: formatMetric(metric, occurrence_peak) })
}

type AlarmSpan = Pick<Alarm, 'out_since' | 'cleared_at'>

/** How long the alarm lasted: from the first reading out of range to its end, or to now. In milliseconds. */
function lengthOf({ out_since, cleared_at }: AlarmSpan, now: number): number {
  return Math.max(0, (cleared_at === null ? now : Date.parse(cleared_at)) - Date.parse(out_since))
}

/** The same in words. @param now epoch milliseconds */
export const alarmDuration = (alarm: AlarmSpan, now: number): string => formatLength(lengthOf(alarm, now))

/** Start and duration, `13:52 · 38 dk`; of a returned alarm start, end and duration, `13:13–13:14, 38 sn`. With the date when it is neither today nor within 12 hours. */
export function sinceText(t: TFunction, alarm: AlarmSpan, now: number): string {
  const { out_since, cleared_at } = alarm
  const duration = alarmDuration(alarm, now)
  const from = formatShortTime(out_since, now)
  if (cleared_at === null) return `${from} · ${duration}`
  return t('alarms.span', { from, to: formatShortTime(cleared_at, out_since), duration })
}

/** The worst value of the newest occurrence with its limit: `en düşük ‰0,0 (sınır ‰25,0)`; null without a value. */
export function worstText(t: TFunction, { kind, metric, value, occurrence_peak, limit }: Alarm): string | null {
  const worst = occurrence_peak ?? value
  if (!isOfLimit(kind) || metric === null || worst === null) return null
  const words = { value: formatMetric(metric, worst) }
  return limit === null
    ? t(`alarms.worst.${kind}`, words)
    : t(`alarms.worstOf.${kind}`, { ...words, limit: formatMetric(metric, limit) })
}

/** The present value of a returned alarm, `şimdi ‰28,3`; with its time if it is old. Null for other alarms. */
export function latestText(t: TFunction, { metric, latest, state }: Alarm, now: number): string | null {
  if (metric === null || latest === null || state !== 'rtn_unack') return null
  const value = formatMetric(metric, latest.value)
  const isNow = now - Date.parse(latest.measured_at) <= NOW_FOR_MS
  return isNow
    ? t('alarms.now', { value })
    : t('alarms.lastValue', { value, time: formatShortTime(latest.measured_at, now) })
}

/**
 * Summarises a returned alarm, the same on every screen: `en düşük ‰0,0 (sınır ‰25,0) · şimdi ‰28,3 · 13:13–13:14, 38 sn`.
 * @param now epoch milliseconds
 */
export function returnedText(t: TFunction, alarm: Alarm, now: number): string {
  return [worstText(t, alarm), latestText(t, alarm, now), sinceText(t, alarm, now)].filter(Boolean).join(' · ')
}

/** The longest of some alarms, in words. @param now epoch milliseconds */
export const longestOf = (alarms: readonly AlarmSpan[], now: number): string =>
  formatLength(Math.max(...alarms.map((alarm) => lengthOf(alarm, now))))

/** Summarises several returned alarms of one tank: `pH düşük, Tuzluluk düşük · en uzunu 4 dk`. */
export function returnedTogetherText(t: TFunction, alarms: readonly Alarm[], now: number): string {
  const conditions = alarms.map((alarm) => alarmCondition(t, alarm)).join(', ')
  return `${conditions} · ${t('alarms.longest', { duration: longestOf(alarms, now) })}`
}

/** User and time of the acknowledgement: `Yönetici · 14:05`; null without one. @param now epoch milliseconds */
export function acknowledgedText({ acknowledged_by, acknowledged_at }: Alarm, now: number): string | null {
  if (acknowledged_by === null) return null
  return acknowledged_at === null
    ? acknowledged_by.name
    : `${acknowledged_by.name} · ${formatShortTime(acknowledged_at, now)}`
}

/** The state in words. A reopened alarm still has the acknowledgement of its earlier occurrence. */
export function alarmState(t: TFunction, { state, acknowledged_at, occurrences }: Alarm): string {
  return state === 'active_ack' && acknowledged_at === null && occurrences > 1
    ? t('alarms.stillAcknowledged')
    : t(`alarms.state.${state}`)
}

/** The state in words; for a shelved alarm with the end of the shelving. */
export function stateText(t: TFunction, alarm: Alarm, now: number): string[] {
  const { state, shelved_until } = alarm
  const isShelved = shelved_until !== null && Date.parse(shelved_until) > now
  if (!isShelved) return [alarmState(t, alarm)]
  const time = formatShortTime(shelved_until, now)
  if (state === 'closed') return [t('alarmPage.shelvedClosed', { time })]
  return [t('alarmPage.shelved', { time }), alarmState(t, alarm)]
}

/** The chart of the alarm's metric (all metrics for a silent terminal), from an hour before the alarm began. */
export function chartSearch({ metric, out_since, cleared_at }: Alarm, now: number) {
  const from = toLocal(Date.parse(out_since) - HOUR_MS)
  const isOver = cleared_at !== null && now - Date.parse(cleared_at) > HOUR_MS
  const to = isOver ? toLocal(Date.parse(cleared_at) + HOUR_MS) : 'now'
  return { tab: 'charts' as const, from, to, ...(metric ? { metrics: metric } : {}) }
}

const HOUR_MS = 3_600_000
/** A value up to this age counts as the present value. */
const NOW_FOR_MS = 5 * 60_000

/** One entry of a list: a single alarm, or several returned alarms of one tank. */
type AlarmEntry = { alarm: Alarm } | { tank: NonNullable<Alarm['tank']>; returned: readonly Alarm[] }

/**
 * Groups several returned alarms of a tank into one entry, at the position of the first of them.
 * @param mayFold which returned alarms may be grouped; all by default
 */
export function foldReturned(
  alarms: readonly Alarm[],
  mayFold: (alarm: Alarm) => boolean = ({ state }) => state === 'rtn_unack',
): AlarmEntry[] {
  const byTank = Map.groupBy(alarms.filter(mayFold), ({ tank }) => tank?.id)
  const shown = new Set<number>()
  return alarms.flatMap((alarm): AlarmEntry[] => {
    const { tank } = alarm
    const returned = (mayFold(alarm) && byTank.get(tank?.id)) || []
    if (!tank || returned.length < 2) return [{ alarm }]
    if (shown.has(tank.id)) return []
    shown.add(tank.id)
    return [{ tank, returned }]
  })
}
