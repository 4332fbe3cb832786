import type { Alarm } from '@dalyan/contracts/alarms'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/clock/use-now.ts'
import { sinceText } from './public/alarm-facts.ts'

/** Since when and how long; apart, because it counts every second. */
export function AlarmSince({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation()
  return sinceText(t, alarm, useNow())
}
