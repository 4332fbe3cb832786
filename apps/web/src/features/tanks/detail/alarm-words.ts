import type { Alarm } from '@dalyan/contracts/alarms'
import type { TFunction } from 'i18next'
import { alarmCondition } from '../../../shared/alarms/alarm-condition.ts'
import { alarmDuration, alarmState, returnedText } from '../../../shared/alarms/alarm-facts.ts'
import { formatDate, formatDateTime, formatTime } from '../../../shared/format/date-time.ts'
import { formatMetric } from '../../../shared/format/number.ts'

/** What is wrong, with its value: `pH yüksek: 8,59`, `T-0214 veri göndermiyor`. @param value the newest one that is out, in the metric's unit */
export function conditionWithValue(t: TFunction, alarm: Alarm, value: number | null): string {
  const condition = alarmCondition(t, alarm)
  return alarm.kind !== 'silent' && alarm.metric && value !== null
    ? t('tanks.detail.alarmStrip', { condition, value: formatMetric(alarm.metric, value) })
    : condition
}

/**
 * Its limit, since when, and where it stands: `üst sınır 8,30 · 13:52 saatinden beri (38 dk) · Aktif, onay bekliyor`; of one that has returned what it was.
 * @param now epoch milliseconds
 */
export function alarmDetails(t: TFunction, alarm: Alarm, now: number): string[] {
  const { state, acknowledged_by, shelved_until, cleared_at } = alarm
  return [
    ...(cleared_at === null ? activeWords(t, alarm, now) : [returnedText(t, alarm, now)]),
    ...(shelved_until !== null && Date.parse(shelved_until) > now
      ? [t('tanks.shelvedAlarms.until', { time: formatDateTime(shelved_until) })]
      : []),
    alarmState(t, alarm),
    ...(state === 'active_ack' && acknowledged_by ? [`${t('alarms.fields.ackBy')}: ${acknowledged_by.name}`] : []),
  ]
}

function activeWords(t: TFunction, alarm: Alarm, now: number): string[] {
  const { out_since } = alarm
  const limit = limitWords(t, alarm)
  const words = { time: formatTime(out_since), duration: alarmDuration(alarm, now) }
  const isToday = formatDate(out_since) === formatDate(now)
  return [
    ...(limit ? [limit] : []),
    isToday ? t('tanks.detail.since', words) : t('tanks.detail.sinceDay', { ...words, day: formatDate(out_since) }),
  ]
}

/** `üst sınır 8,30`; null: nothing was measured against. */
function limitWords(t: TFunction, { metric, kind, limit }: Alarm): string | null {
  if (!metric || limit === null || kind === 'silent') return null
  const value = formatMetric(metric, limit)
  return t(kind === 'high' ? 'tanks.detail.upperLimit' : 'tanks.detail.lowerLimit', { value })
}
