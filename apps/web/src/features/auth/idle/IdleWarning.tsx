import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { idleClock } from './idle-limit.ts'

/** Warns that the session is about to end. The button, or any other activity, closes it. */
export function IdleWarning({ secondsLeft }: { secondsLeft: number }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Dialog open role="alertdialog" maxWidth="xs" aria-labelledby={`${id}-title`} aria-describedby={`${id}-body`}>
      <DialogTitle id={`${id}-title`}>{t('auth.idleWarnTitle')}</DialogTitle>
      <DialogContent>
        <DialogContentText id={`${id}-body`} sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {t('auth.idleWarnBody', { seconds: secondsLeft })}
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus variant="contained" onClick={() => idleClock.touch()}>
          {t('auth.idleStay')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
