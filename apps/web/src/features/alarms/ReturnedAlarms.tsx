import type { Alarm } from '@dalyan/contracts/alarms'
import { mdiRestore } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/clock/use-now.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { TankLink } from '../records/public/TankLink.tsx'
import { returnedTogetherText } from './public/alarm-facts.ts'
import { isWaiting } from './public/alarm-look.ts'

interface Props {
  tank: NonNullable<Alarm['tank']>
  /** The returned alarms of one tank; some may have closed since. */
  alarms: readonly Alarm[]
  rows: (label: string, alarms: readonly Alarm[]) => ReactNode
  onAcknowledge: ((ids: number[]) => Promise<unknown>) | undefined
  busy: ReadonlySet<number>
}

/** The returned alarms of one tank in one line with one acknowledgement; the user can show each of them. */
export function ReturnedAlarms({ tank, alarms, rows, onAcknowledge, busy }: Props) {
  const { t } = useTranslation()
  const now = useNow()
  const [isOpen, setIsOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const waiting = alarms.filter(isWaiting).map(({ id }) => id)
  const isBusy = waiting.some((id) => busy.has(id))

  async function acknowledge(): Promise<void> {
    if (isBusy || !onAcknowledge) return
    try {
      await onAcknowledge(waiting)
      // The pressed button disappears; the focus stays in the line.
      toggle.current?.focus()
    } catch {
      // The page shows the failure.
    }
  }
  return (
    <Box component="section" aria-label={`${tank.code}: ${t('alarms.returned', { count: alarms.length })}`}>
      <Paper
        variant="outlined"
        sx={({ tokens }) => ({
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: '4px 12px',
          px: 1.5,
          py: 1,
          mt: 1,
          border: `1px dashed ${tokens.alarm.rtn_unack.border}`,
        })}
      >
        <Icon path={mdiRestore} sx={{ color: 'text.secondary' }} />
        <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '0 12px' }}>
            <TankLink tank={tank} />
            <b>{t(waiting.length > 0 ? 'alarms.returned' : 'alarmPage.allAcked', { count: alarms.length })}</b>
          </Box>
          <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{returnedTogetherText(t, alarms, now)}</Box>
        </Box>
        <Button
          ref={toggle}
          aria-expanded={isOpen}
          aria-label={t('alarmPage.showReturnedOf', { name: tank.code })}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'alarms.actions.hide' : 'alarms.actions.show')}
        </Button>
        {onAcknowledge && waiting.length > 0 && (
          <WriteButton variant="contained" aria-disabled={isBusy} onClick={() => void acknowledge()}>
            {t('alarms.actions.ackAll', { count: waiting.length })}
          </WriteButton>
        )}
      </Paper>
      {isOpen && rows(t('alarmPage.listOf', { source: tank.code }), alarms)}
    </Box>
  )
}
