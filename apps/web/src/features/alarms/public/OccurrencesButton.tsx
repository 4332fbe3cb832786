import type { Alarm } from '@dalyan/contracts/alarms'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alarmName } from './alarm-facts.ts'
import { onDemand } from '../../../shared/ui/on-demand.tsx'

const OccurrencesDialog = onDemand(async () => (await import('../OccurrencesDialog.tsx')).OccurrencesDialog)

/** How often an alarm occurred; opens the list of its occurrences. */
export function OccurrencesButton({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const count = t('alarms.occurrences.count', { count: alarm.occurrences })
  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={`${alarmName(t, alarm)}: ${count}`}
        onClick={() => setIsOpen(true)}
        sx={{
          alignSelf: 'flex-start',
          minWidth: 44,
          minHeight: 28,
          px: 0.75,
          py: 0,
          ml: -0.75,
          whiteSpace: 'nowrap',
          '@media (pointer: coarse)': { minHeight: 44 },
        }}
      >
        {count}
      </Button>
      {isOpen && <OccurrencesDialog alarm={alarm} onClose={() => setIsOpen(false)} />}
    </>
  )
}
