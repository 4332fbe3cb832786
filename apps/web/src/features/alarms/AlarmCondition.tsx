import type { Alarm } from '@dalyan/contracts/alarms'
import { mdiSineWave } from '@mdi/js'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { alarmCondition } from './public/alarm-condition.ts'
import { OccurrencesButton } from './public/OccurrencesButton.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'

/** What is wrong, how often it came back, and whether it comes and goes. */
export function AlarmCondition({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation()
  const { chattering, occurrences } = alarm
  return (
    <>
      <Box component="span" sx={{ fontWeight: 700 }}>
        {alarmCondition(t, alarm)}
      </Box>
      {occurrences > 1 && (
        <Box
          component="span"
          title={chattering ? t('alarmPage.chatteringHint') : undefined}
          sx={{ display: 'flex', alignItems: 'center', gap: 0.5, fontSize: '0.8125rem', color: 'text.secondary' }}
        >
          {chattering && <Icon path={mdiSineWave} sx={{ fontSize: 16 }} />}
          {chattering && `${t('alarmPage.chattering')} · `}
          <OccurrencesButton alarm={alarm} />
        </Box>
      )}
    </>
  )
}
