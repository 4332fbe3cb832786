import type { Alarm } from '@dalyan/contracts/alarms'
import type { TFunction } from 'i18next'

/** What is wrong: `pH yüksek`, `T-0214 veri göndermiyor`. */
export function alarmCondition(t: TFunction, { kind, metric, iot }: Pick<Alarm, 'kind' | 'metric' | 'iot'>): string {
  const name = metric ? t(`measurements.metrics.${metric}`) : ''
  if (kind !== 'silent') return t(`alarms.condition.${kind}`, { metric: name })
  if (metric) return t('alarms.condition.metric_silent', { metric: name })
  return iot ? t('alarms.condition.terminal_silent_code', { terminal: iot.code }) : t('alarms.condition.no_data')
}
