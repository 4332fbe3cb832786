import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetStop, lastStop } from '../auth/public/stopped-at.ts'

/** After an expired session: the way back to where it stopped. */
export function ResumeOffer() {
  const { t } = useTranslation()
  const router = useRouter()
  const [stop, setStop] = useState(lastStop)
  if (!stop) return null

  function dismiss() {
    forgetStop()
    setStop(null)
  }
  return (
    <Alert
      severity="info"
      action={
        <>
          <Button
            color="inherit"
            size="small"
            onClick={() => {
              dismiss()
              router.history.push(stop.address)
            }}
          >
            {t('auth.resumeGo')}
          </Button>
          <Button color="inherit" size="small" onClick={dismiss}>
            {t('common.actions.close')}
          </Button>
        </>
      }
    >
      {t('auth.resumeWhere', { page: stop.title })}
    </Alert>
  )
}
