import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyField } from '../../../shared/ui/CopyField.tsx'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { terminalQueries } from '../../records/public/terminals.queries.ts'
import { connectionSnippets, type Snippets } from './connection-snippets.ts'

/** Commands by which the terminal sends its first reading, for the addresses on which the server listens. */
export function ConnectionCommands({ code, secret }: { code: string; secret: string }) {
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
      {address.isError && (
        <ErrorAlert
          title={t('terminals.key.addressFailed')}
          error={address.error}
          onRetry={() => void address.refetch()}
        />
      )}
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
