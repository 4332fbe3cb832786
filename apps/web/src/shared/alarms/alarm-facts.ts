import type { Alarm } from '@dalyan/contracts/alarms'
import type { TFunction } from 'i18next'
import { toLocal } from '../charts/time-range.ts'
import { alarmCondition } from './alarm-condition.ts'
import { formatDuration } from '../format/age.ts'
import { formatDate, formatDateTime, formatTime } from '../format/date-time.ts'
import { formatMetric } from '../format/number.ts'

/** `TNK-014, pH yüksek`: an alarm in the names of its buttons. */
export function alarmName(t: TFunction, alarm: Alarm): string {
  const source = alarm.tank?.code ?? alarm.iot?.code ?? ''
  return t('alarmPage.name', { source, condition: alarmCondition(t, alarm) })
}

/** `8,59 / 8,30`; null where nothing was measured. */
export function valueAndLimit({ kind, metric, value, limit }: Alarm): string | null {
  if (kind === 'silent' || metric === null || value === null) return null
  return limit === null
    ? formatMetric(metric, value)
    : `${formatMetric(metric, value)} / ${formatMetric(metric, limit)}`
}

/** `En uç 8,61`, where it was worse than it is. */
export function peakText(t: TFunction, { kind, metric, value, peak }: Alarm): string | null {
  if (kind === 'silent' || metric === null || peak === null || peak === value) return null
  return t('alarmPage.peak', { value: formatMetric(metric, peak) })
}

/** Since when and how long: `13:52 · 38 dk`; with the day where it is not today. @param now epoch milliseconds */
export function sinceText(t: TFunction, { out_since, cleared_at }: Alarm, now: number): string {
  const until = cleared_at === null ? now : Date.parse(cleared_at)
  return t('alarmPage.since', {
    time: shortTime(out_since, now),
    duration: formatDuration(Math.max(0, until - Date.parse(out_since))),
  })
}

/** Who acknowledged it and when: `Yönetici · 14:05`; null where nobody has. @param now epoch milliseconds */
export function acknowledgedText({ acknowledged_by, acknowledged_at }: Alarm, now: number): string | null {
  if (acknowledged_by === null) return null
  return acknowledged_at === null
    ? acknowledged_by.name
    : `${acknowledged_by.name} · ${shortTime(acknowledged_at, now)}`
}

/** The state in words; of one that is shelved also until when. */
export function stateText(t: TFunction, { state, shelved_until }: Alarm, now: number): string[] {
  const isShelved = shelved_until !== null && Date.parse(shelved_until) > now
  if (!isShelved) return [t(`alarms.state.${state}`)]
  const time = shortTime(shelved_until, now)
  if (state === 'closed') return [t('alarmPage.shelvedClosed', { time })]
  return [t('alarmPage.shelved', { time }), t(`alarms.state.${state}`)]
}

function shortTime(instant: string, now: number): string {
  return formatDate(instant) === formatDate(now) ? formatTime(instant) : formatDateTime(instant)
}

/** The chart of the alarm's metric (of a silence: all), from an hour before it began. */
export function chartSearch({ metric, out_since, cleared_at }: Alarm, now: number) {
  const from = toLocal(Date.parse(out_since) - HOUR_MS)
  const isOver = cleared_at !== null && now - Date.parse(cleared_at) > HOUR_MS
  const to = isOver ? toLocal(Date.parse(cleared_at) + HOUR_MS) : 'now'
  return { tab: 'charts' as const, from, to, ...(metric ? { metrics: metric } : {}) }
}

const HOUR_MS = 3_600_000
