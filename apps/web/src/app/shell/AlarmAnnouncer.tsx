import Box from '@mui/material/Box'
import { visuallyHidden } from '@mui/utils'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveMessage } from '../../realtime/use-channel.ts'
import { alarmCondition } from '../../shared/alarms/alarm-condition.ts'
import { formatMetric } from '../../shared/format/number.ts'

const EVERY_MS = 5_000

/** Tells screen readers about new alarms, politely and at most every five seconds. */
export function AlarmAnnouncer() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const last = useRef(0)

  useLiveMessage('alarms', 'alarm', (alarm) => {
    if (alarm.state !== 'active_unack' || Date.now() - last.current < EVERY_MS) return
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
