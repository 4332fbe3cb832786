import type { Alarm } from '@dalyan/contracts/alarms'
import type { Home } from '@dalyan/contracts/home'
import Paper from '@mui/material/Paper'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/clock/use-now.ts'
import { alarmDuration, shortTime } from '../alarms/public/alarm-facts.ts'
import { isAllInRange } from '../alarms/public/WatchLine.tsx'

const asSentence = (text: string) => text.charAt(0).toLocaleUpperCase('tr-TR') + text.slice(1)

/** `Tankınız iyi · son olay 13:14, 2 dk, çözüldü`; that all is well stands there only when it is proved. */
export function LastEvent({ returned, watch }: { returned: readonly Alarm[]; watch: Home['tanks'] }) {
  const { t } = useTranslation()
  const now = useNow()
  const [last] = returned.toSorted((a, b) => Date.parse(b.out_since) - Date.parse(a.out_since))
  if (!last) return null
  const event = t('home.lastEvent', { time: shortTime(last.out_since, now), duration: alarmDuration(last, now) })
  return (
    <Paper variant="outlined" sx={{ px: 2, py: 1.5 }}>
      {isAllInRange(watch, now) ? `${t('home.allWell', { count: watch.active })} · ${event}` : asSentence(event)}
    </Paper>
  )
}
