import type { Alarm } from '@dalyan/contracts/alarms'
import Box from '@mui/material/Box'
import { visuallyHidden } from '@mui/utils'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alarmCondition } from '../../features/alarms/public/alarm-look.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { formatMetric } from '../../shared/format/number.ts'
import { useLiveMessage } from '../../shared/live/use-channel.ts'

const EVERY_MS = 5_000

/** Announces new alarms to screen readers, politely and at most every five seconds; readings of an alarm that lasts are not announced. */
export function AlarmAnnouncer() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const last = useRef(0)
  const [openedAt] = useState(serverNow)
  /** The last received state of each alarm, by id. */
  const received = useRef(new Map<number, Alarm['state']>())

  useLiveMessage('alarms', 'alarm', (alarm) => {
    const before = received.current.get(alarm.id)
    if (alarm.state === 'closed') received.current.delete(alarm.id)
    else received.current.set(alarm.id, alarm.state)
    // An alarm received for the first time is new unless it was raised before the page was opened.
    const isNew = before === undefined ? Date.parse(alarm.raised_at) >= openedAt : before !== alarm.state
    if (alarm.state !== 'active_unack' || !isNew || Date.now() - last.current < EVERY_MS) return
    last.current = Date.now()
    const { metric, value } = alarm
    const words = { source: alarm.tank?.code ?? alarm.iot?.code ?? '', condition: alarmCondition(t, alarm) }
    setText(
      metric && value !== null
        ? t('alarms.messages.raised', { ...words, value: formatMetric(metric, value) })
        : t('alarms.messages.raisedSilence', words),
    )
  })
  return (
    <Box role="status" aria-label={t('common.aria.liveRegion')} sx={visuallyHidden}>
      {text}
    </Box>
  )
}
