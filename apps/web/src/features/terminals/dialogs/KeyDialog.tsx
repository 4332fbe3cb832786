import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Skeleton from '@mui/material/Skeleton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx'
import { CopyField } from '../../../shared/ui/CopyField.tsx'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { QrCode } from '../../../shared/ui/QrCode.tsx'
import { DIALOG_COLUMN, TitledDialog } from '../../../shared/ui/TitledDialog.tsx'
import { terminalQueries } from '../../records/public/terminals.queries.ts'
import { connectionSnippets, type Snippets } from './connection-snippets.ts'

interface Props {
  /** The id of a new terminal, for the link to its page. */
  newId?: number | undefined
  code: string
  secret: string
  onClose: () => void
}

/** Shows a new key, for the only time: neither Escape nor a click beside the dialog closes it. Leads on to the page that shows the first readings. */
export function KeyDialog({ newId, code, secret, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <TitledDialog title={t('terminals.key.title', { code })}>
      <DialogContent sx={DIALOG_COLUMN}>
        <Alert severity="warning">{t('terminals.key.once')}</Alert>
        <CopyField label={t('terminals.key.label')} copyLabel={t('terminals.key.copyKey')} value={secret} />
        <QrCode value={`${code}:${secret}`} title={t('terminals.key.qr')} />
        <ConnectionCommands code={code} secret={secret} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap' }}>
        {newId !== undefined && (
          <ButtonLink to="/terminals/$id" params={{ id: String(newId) }}>
            {t('terminals.key.toTerminal')}
          </ButtonLink>
        )}
        <Button autoFocus variant="contained" onClick={onClose}>
          {t('terminals.key.done')}
        </Button>
      </DialogActions>
    </TitledDialog>
  )
}

/** Commands by which the terminal sends its first reading, for the addresses on which the server listens. */
function ConnectionCommands({ code, secret }: { code: string; secret: string }) {
  const { t } = useTranslation()
  const address = useQuery(terminalQueries.deviceAddress())
  const [transport, setTransport] = useState<keyof Snippets>('mqtt')
  return (
    <Box>
      <Typography variant="h2">{t('terminals.key.snippet')}</Typography>
      <Tabs value={transport} onChange={(_, next: keyof Snippets) => setTransport(next)} sx={{ mb: 1 }}>
        <Tab value="mqtt" label={t('terminals.key.mqtt')} />
        <Tab value="http" label={t('terminals.key.http')} />
      </Tabs>
      {address.isPending && <Skeleton variant="rounded" height={72} />}
      {address.isError && <QueryError query={address} title={t('terminals.key.addressFailed')} />}
      {address.data && (
        <CopyField
          label={t('terminals.key.snippet')}
          copyLabel={t('terminals.key.copySnippet')}
          value={connectionSnippets(code, secret, address.data, window.location.href)[transport]}
        />
      )}
      {address.data?.local_only && (
        <Alert severity="info" sx={{ mt: 1 }}>
          {t('terminals.key.localOnly')}
        </Alert>
      )}
    </Box>
  )
}
