import type { Alarm } from '@dalyan/contracts/alarms'
import type { TFunction } from 'i18next'
import { alarmCondition } from '../../../shared/alarms/alarm-condition.ts'
import { formatDuration } from '../../../shared/format/age.ts'
import { formatDate, formatDateTime, formatTime } from '../../../shared/format/date-time.ts'
import { formatMetric } from '../../../shared/format/number.ts'

/** What is wrong, with its value: `pH yüksek: 8,59`, `T-0214 veri göndermiyor`. @param value the newest one that is out, in the metric's unit */
export function conditionWithValue(t: TFunction, alarm: Alarm, value: number | null): string {
  const condition = alarmCondition(t, alarm)
  return alarm.kind !== 'silent' && alarm.metric && value !== null
    ? t('tanks.detail.alarmStrip', { condition, value: formatMetric(alarm.metric, value) })
    : condition
}

/** Its limit, since when, and where it stands: `üst sınır 8,30 · 13:52 saatinden beri (38 dk) · Aktif, onay bekliyor`. */
export function alarmDetails(t: TFunction, alarm: Alarm, now: number): string[] {
  const { out_since, state, acknowledged_by, shelved_until } = alarm
  const limit = limitWords(t, alarm)
  const duration = formatDuration(
    Math.max(0, Date.parse(alarm.cleared_at ?? new Date(now).toISOString()) - Date.parse(out_since)),
  )
  const isToday = formatDate(out_since) === formatDate(now)
  return [
    ...(limit ? [limit] : []),
    isToday
      ? t('tanks.detail.since', { time: formatTime(out_since), duration })
      : t('tanks.detail.sinceDay', { day: formatDate(out_since), time: formatTime(out_since), duration }),
    ...(shelved_until !== null && Date.parse(shelved_until) > now
      ? [t('tanks.shelvedAlarms.until', { time: formatDateTime(shelved_until) })]
      : []),
    t(`alarms.state.${state}`),
    ...(state === 'active_ack' && acknowledged_by ? [`${t('alarms.fields.ackBy')}: ${acknowledged_by.name}`] : []),
  ]
}

/** `üst sınır 8,30`; null: nothing was measured against. */
export function limitWords(t: TFunction, { metric, kind, limit }: Alarm): string | null {
  if (!metric || limit === null || kind === 'silent') return null
  const value = formatMetric(metric, limit)
  return t(kind === 'high' ? 'tanks.detail.upperLimit' : 'tanks.detail.lowerLimit', { value })
}

/** `en kötü 8,61` */
export function peakWords(t: TFunction, { metric, kind, peak }: Alarm): string | null {
  return metric && peak !== null && kind !== 'silent'
    ? t('tanks.pastAlarms.peak', { value: formatMetric(metric, peak) })
    : null
}
