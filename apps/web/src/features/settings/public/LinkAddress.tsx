import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { useTranslation } from 'react-i18next'
import { CopyField } from '../../../shared/ui/CopyField.tsx'
import { QrCode } from '../../../shared/ui/QrCode.tsx'
import { DIALOG_COLUMN, TitledDialog } from '../../../shared/ui/TitledDialog.tsx'

/** A new link, as its dialog shows it. */
export interface MadeLink {
  name: string
  url: string
}

interface Props extends MadeLink {
  /** A text that says who sees what at the address. */
  warning: string
  onClose: () => void
}

/** The address of a new link, for the only time. Neither Escape nor a click beside the dialog closes it. */
export function LinkAddress({ name, url, warning, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <TitledDialog title={t('displayLinks.onceTitle', { name })}>
      <DialogContent sx={DIALOG_COLUMN}>
        <Alert severity="warning">{warning}</Alert>
        <CopyField label={t('displayLinks.address')} copyLabel={t('displayLinks.copy')} value={url} />
        <QrCode value={url} title={t('displayLinks.qr')} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus variant="contained" onClick={onClose}>
          {t('displayLinks.done')}
        </Button>
      </DialogActions>
    </TitledDialog>
  )
}
