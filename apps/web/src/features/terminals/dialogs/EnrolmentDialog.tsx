import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'

const LENGTHS_MIN = [10, 30, 60] as const

interface Props {
  onOpen: (minutes: number) => Promise<void>
  onClose: () => void
}

/** Asks for how long new devices may enter the list in numbers. */
export function EnrolmentDialog({ onOpen, onClose }: Props) {
  const { t } = useTranslation()
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
      onConfirm={() => onOpen(minutes)}
    />
  )
}
