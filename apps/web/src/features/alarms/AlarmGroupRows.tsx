import type { Alarm } from '@dalyan/contracts/alarms'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AlarmGroup, isCritical } from './alarm-groups.ts'

interface Props {
  group: AlarmGroup
  rows: (label: string, alarms: readonly Alarm[]) => ReactNode
}

/** One tank's part of a flood: its critical alarms (else its first), the others behind a button. */
export function AlarmGroupRows({ group: { code, alarms }, rows }: Props) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const first = alarms.filter(isCritical)
  const shown = isOpen ? alarms : first.length > 0 ? first : alarms.slice(0, 1)
  const rest = alarms.length - shown.length
  return (
    <Box component="section" aria-label={code} sx={{ mb: 2 }}>
      <Typography variant="h2" lang="en" sx={{ mb: 0.5 }}>
        {code}
      </Typography>
      {rows(t('alarmPage.listOf', { source: code }), shown)}
      {rest > 0 && <Button onClick={() => setIsOpen(true)}>{t('alarmPage.moreAlarms', { count: rest })}</Button>}
    </Box>
  )
}
