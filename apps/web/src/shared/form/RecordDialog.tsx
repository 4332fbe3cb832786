import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DIALOG_COLUMN, TitledDialog } from '../ui/TitledDialog.tsx'
import { type RecordField, RecordFields } from '../ui/RecordFields.tsx'

interface Props {
  title: ReactNode
  /** Shown above the fields. */
  children?: ReactNode
  /** An empty value is shown as a dash. */
  fields: readonly RecordField[]
  /** Shown below the fields. */
  below?: ReactNode
  /** Buttons beside the close button. */
  actions?: ReactNode
  onClose: () => void
}

/** Shows a record's fields as text. */
export function RecordDialog({ title, children, fields, below, actions, onClose }: Props) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <TitledDialog title={<span id={id}>{title}</span>} onClose={onClose}>
      {/* The content may be long on a phone and has no focusable element, so the arrow keys have to scroll it. */}
      <DialogContent role="group" aria-labelledby={id} tabIndex={0} sx={DIALOG_COLUMN}>
        {children}
        <RecordFields fields={fields} />
        {below}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        {actions}
        <Button autoFocus onClick={onClose}>
          {t('common.actions.close')}
        </Button>
      </DialogActions>
    </TitledDialog>
  )
}
