import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../shared/clock/use-now.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { formatTime } from '../../../shared/format/date-time.ts'
import { openUntil, terminalQueries, useEnrolment } from '../../records/public/terminals.queries.ts'

const LENGTHS_MIN = [10, 30, 60] as const

/** Opens the enrolment window for the chosen time, or closes the open one. */
export function EnrolmentDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const enrol = useEnrolment()
  const [minutes, setMinutes] = useState<number>(LENGTHS_MIN[1])
  const now = useNow()
  const enrolment = useQuery(terminalQueries.enrolment())
  const until = openUntil(enrolment.data, now)
  if (enrolment.isPending) return null
  if (until !== null) {
    return (
      <ConfirmDialog
        harmless
        title={t('terminals.enrolment.title')}
        body={t('terminals.enrolment.openUntil', { time: formatTime(until) })}
        confirm={t('terminals.enrolment.stop')}
        failed={t('terminals.enrolment.failed')}
        onClose={onClose}
        onConfirm={async () => {
          await enrol.mutateAsync(0)
          onClose()
        }}
      />
    )
  }
  return (
    <ConfirmDialog
      harmless
      title={t('terminals.enrolment.title')}
      body={
        <Box sx={{ display: 'grid', gap: 2 }}>
          {t('terminals.enrolment.body')}
          <TextField
            select
            size="small"
            label={t('terminals.enrolment.minutes')}
            value={minutes}
            onChange={(event) => setMinutes(Number(event.target.value))}
          >
            {LENGTHS_MIN.map((count) => (
              <MenuItem key={count} value={count}>
                {t('terminals.enrolment.minutesOption', { count })}
              </MenuItem>
            ))}
          </TextField>
        </Box>
      }
      confirm={t('terminals.enrolment.start')}
      failed={t('terminals.enrolment.failed')}
      onClose={onClose}
      onConfirm={async () => {
        await enrol.mutateAsync(minutes)
        onClose()
      }}
    />
  )
}
