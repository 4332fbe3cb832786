import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { useEnrolment } from '../../records/public/terminals.queries.ts'

const LENGTHS_MIN = [10, 30, 60] as const

/** Opens the enrolment window for the chosen time. */
export function EnrolmentDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const enrol = useEnrolment()
  const [minutes, setMinutes] = useState<number>(LENGTHS_MIN[1])
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
