import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import { QRCodeSVG } from 'qrcode.react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyField } from '../../../shared/ui/CopyField.tsx'
import { ConnectionCommands } from './ConnectionCommands.tsx'

const QR_PX = 160

/** A new key, the only time it can be seen: neither Escape nor a click beside it closes it. */
export function KeyDialog({ code, secret, onClose }: { code: string; secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const whole = useMediaQuery('(max-width:599px)', { noSsr: true })
  return (
    <Dialog open fullScreen={whole} fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id}>{t('terminals.key.title', { code })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Alert severity="warning">{t('terminals.key.once')}</Alert>
        <CopyField label={t('terminals.key.label')} copyLabel={t('terminals.key.copyKey')} value={secret} />
        {/* Black on white in every theme: cameras read nothing else well. */}
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
    </Dialog>
  )
}
