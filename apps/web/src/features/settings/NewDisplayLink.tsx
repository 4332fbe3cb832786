import { DisplayLinkInput, displayLinksApi } from '@dalyan/contracts/display-links'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { contractProblems } from '../../shared/form/form-problems.ts'
import { FormDialog } from '../../shared/form/FormDialog.tsx'
import type { PickOption } from '../../shared/form/FormPicker.tsx'
import { FormText } from '../../shared/form/FormText.tsx'
import { CopyField } from '../../shared/ui/CopyField.tsx'
import { DIALOG_COLUMN, TitledDialog } from '../../shared/ui/TitledDialog.tsx'
import { FirmPicker } from '../records/public/FirmPicker.tsx'

interface Values {
  name: string
  firm_id: PickOption | null
}

interface Made {
  name: string
  url: string
}

const QR_PX = 160

const bodyOf = ({ name, firm_id }: Values): DisplayLinkInput => ({ name: name.trim(), firm_id: firm_id?.id ?? null })

/** Where the page itself was reached: the server knows no other address than `localhost` unless one is configured. */
function reachable(url: string): string {
  const { hostname, pathname, search, hash } = new URL(url)
  return hostname === 'localhost' ? `${window.location.origin}${pathname}${search}${hash}` : url
}

/** Creates a display link, and shows its address for the only time. */
export function NewDisplayLinkDialog({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const [made, setMade] = useState<Made | null>(null)
  if (made) return <DisplayAddress {...made} onClose={onClose} />
  return (
    <FormDialog<Values, Made>
      title={t('settings.displays.newTitle')}
      submit={t('settings.displays.add')}
      failed={t('settings.displays.saveFailed')}
      defaults={{ name: '', firm_id: null }}
      check={(values) => contractProblems(DisplayLinkInput, bodyOf(values))}
      save={async (values) => {
        const body = bodyOf(values)
        const { url } = await call(displayLinksApi.create, { body })
        return { name: body.name, url: reachable(url) }
      }}
      onSaved={(link) => {
        setMade(link)
        onMade()
      }}
      onClose={onClose}
    >
      <FormText
        name="name"
        label={t('settings.displays.name')}
        hint={t('settings.displays.nameHint')}
        maxLength={120}
        required
      />
      <FirmPicker name="firm_id" label={t('settings.displays.firm')} hint={t('settings.displays.firmHint')} />
    </FormDialog>
  )
}

/** Neither Escape nor a click beside the dialog closes it. */
function DisplayAddress({ name, url, onClose }: Made & { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <TitledDialog title={t('settings.displays.onceTitle', { name })}>
      <DialogContent sx={DIALOG_COLUMN}>
        <Alert severity="warning">{t('settings.displays.once')}</Alert>
        <CopyField label={t('settings.displays.address')} copyLabel={t('settings.displays.copy')} value={url} />
        {/* Black on white in every theme, so that cameras can read it. */}
        <Box sx={{ justifySelf: 'center', p: 1.5, bgcolor: '#fff', borderRadius: 1, lineHeight: 0 }}>
          <QRCodeSVG value={url} size={QR_PX} title={t('settings.displays.qr')} role="img" />
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button autoFocus variant="contained" onClick={onClose}>
          {t('settings.displays.done')}
        </Button>
      </DialogActions>
    </TitledDialog>
  )
}
