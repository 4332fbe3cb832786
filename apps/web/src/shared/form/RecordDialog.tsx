import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type RecordField, RecordFields } from '../ui/RecordFields.tsx'

interface Props {
  title: ReactNode
  /** What stands above the fields. */
  children?: ReactNode
  /** An empty value is shown as a dash. */
  fields: readonly RecordField[]
  /** Buttons beside the one that closes. */
  actions?: ReactNode
  onClose: () => void
}

/** A record to read: its fields as text. */
export function RecordDialog({ title, children, fields, actions, onClose }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const whole = useMediaQuery('(max-width:599px)', { noSsr: true })
  return (
    <Dialog open fullScreen={whole} fullWidth maxWidth="sm" aria-labelledby={id} onClose={onClose}>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      {/* Long on a phone, and nothing in it takes the focus: the keys have to scroll it. */}
      <DialogContent
        role="group"
        aria-labelledby={id}
        tabIndex={0}
        sx={{ display: 'grid', gap: 2, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {children}
        <RecordFields fields={fields} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {actions}
        <Button autoFocus onClick={onClose}>
          {t('common.actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
