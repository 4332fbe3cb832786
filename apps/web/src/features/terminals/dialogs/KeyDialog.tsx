import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { QRCodeSVG } from 'qrcode.react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyField } from '../../../shared/ui/CopyField.tsx'
import { connectionSnippets, type Snippets } from './connection-snippets.ts'

const QR_PX = 160

/** A new key, the only time it can be seen: neither Escape nor a click beside it closes it. */
export function KeyDialog({ code, secret, onClose }: { code: string; secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const whole = useMediaQuery('(max-width:599px)', { noSsr: true })
  const [way, setWay] = useState<keyof Snippets>('mqtt')
  const snippets = connectionSnippets(code, secret, window.location)
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
        <Box>
          <Typography variant="h2">{t('terminals.key.snippet')}</Typography>
          <Tabs value={way} onChange={(_, next: keyof Snippets) => setWay(next)} sx={{ mb: 1 }}>
            <Tab value="mqtt" label={t('terminals.key.mqtt')} />
            <Tab value="http" label={t('terminals.key.http')} />
          </Tabs>
          <CopyField
            label={t('terminals.key.snippet')}
            copyLabel={t('terminals.key.copySnippet')}
            value={snippets[way]}
          />
          {way === 'mqtt' && (
            <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
              {t('terminals.key.portNote')}
            </Typography>
          )}
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus variant="contained" onClick={onClose}>
          {t('terminals.key.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
