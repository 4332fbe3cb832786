import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslation } from 'react-i18next'
import { CopyField } from '../../../shared/ui/CopyField.tsx'
import { DIALOG_COLUMN, TitledDialog } from '../../../shared/ui/TitledDialog.tsx'
import { ConnectionCommands } from './ConnectionCommands.tsx'

const QR_PX = 160

/** Shows a new key, for the only time: neither Escape nor a click beside the dialog closes it. */
export function KeyDialog({ code, secret, onClose }: { code: string; secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <TitledDialog title={t('terminals.key.title', { code })}>
      <DialogContent sx={DIALOG_COLUMN}>
        <Alert severity="warning">{t('terminals.key.once')}</Alert>
        <CopyField label={t('terminals.key.label')} copyLabel={t('terminals.key.copyKey')} value={secret} />
        {/* Black on white in every theme, so that cameras can read it. */}
        <Box sx={{ justifySelf: 'center', p: 1.5, bgcolor: '#fff', borderRadius: 1, lineHeight: 0 }}>
          <QRCodeSVG value={`${code}:${secret}`} size={QR_PX} title={t('terminals.key.qr')} role="img" />
        </Box>
        <ConnectionCommands code={code} secret={secret} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus variant="contained" onClick={onClose}>
          {t('terminals.key.done')}
        </Button>
      </DialogActions>
    </TitledDialog>
  )
}
