import { type Integration, integrationsApi } from '@dalyan/contracts/integrations'
import { mdiPlus } from '@mdi/js'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { ConfirmDialog } from '../../shared/form/ConfirmDialog.tsx'
import { formatDateTime } from '../../shared/format/date-time.ts'
import { DividedItem } from '../../shared/ui/DividedItem.tsx'
import { QueryError } from '../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { onDemand } from '../../shared/ui/on-demand.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'

const NewIntegration = onDemand(async () => (await import('./NewIntegration.tsx')).NewIntegrationDialog)

const integrations = queryOptions({
  queryKey: ['integrations'],
  queryFn: ({ signal }) => call(integrationsApi.list, { query: { per_page: 200 } }, signal),
  // A user who sets up the other system waits here for its first call.
  refetchInterval: 15_000,
})

/** The integrations: other systems that sign in with a secret of their own. */
export function Integrations() {
  const { t } = useTranslation()
  const show = useSnackbar()
  const cache = useQueryClient()
  const list = useQuery(integrations)
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<Integration | null>(null)
  const refresh = () => cache.invalidateQueries({ queryKey: integrations.queryKey })
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Quiet small>{t('settings.integrations.hint')}</Quiet>
      {list.isPending && <Skeleton variant="rounded" height={64} />}
      <QueryError query={list} title={t('settings.integrations.loadFailed')} />
      {list.data?.data.length === 0 && <Typography>{t('settings.integrations.empty')}</Typography>}
      <Box component="ul" aria-label={t('settings.integrations.list')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {list.data?.data.map((integration) => (
          <IntegrationLine key={integration.id} integration={integration} onRemove={() => setLeaving(integration)} />
        ))}
      </Box>
      <WriteButton
        variant="outlined"
        startIcon={<Icon path={mdiPlus} />}
        sx={{ justifySelf: 'start' }}
        onClick={() => setIsAdding(true)}
      >
        {t('settings.integrations.add')}
      </WriteButton>
      {isAdding && <NewIntegration onMade={() => void refresh()} onClose={() => setIsAdding(false)} />}
      {leaving && (
        <ConfirmDialog
          title={t('settings.integrations.removeTitle', { name: leaving.name })}
          body={t('settings.integrations.removeBody')}
          confirm={t('settings.integrations.remove')}
          onClose={() => setLeaving(null)}
          onConfirm={async () => {
            await call(integrationsApi.remove, { params: { id: leaving.id } })
            setLeaving(null)
            show(t('settings.integrations.removed'))
            await refresh()
          }}
        />
      )}
    </Box>
  )
}

function IntegrationLine({ integration, onRemove }: { integration: Integration; onRemove: () => void }) {
  const { t } = useTranslation()
  const { kind, name, firm, created_at, last_success_at, last_failure } = integration
  return (
    <DividedItem>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography variant="h3">{name}</Typography>
          <Typography variant="body2">
            {t(`settings.integrations.kinds.${kind}`)}
            {' · '}
            {firm?.name ?? t('settings.integrations.allFirms')}
          </Typography>
        </Box>
        <WriteButton
          variant="outlined"
          size="small"
          color="error"
          aria-label={t('settings.integrations.removeOf', { name })}
          onClick={onRemove}
        >
          {t('settings.integrations.remove')}
        </WriteButton>
      </Box>
      <Quiet small>
        {last_success_at === null
          ? t('settings.integrations.neverUsed')
          : t('settings.integrations.lastSuccess', { time: formatDateTime(last_success_at) })}
        {' · '}
        {t('settings.integrations.created', { time: formatDateTime(created_at) })}
      </Quiet>
      {last_failure && <Quiet small>{failureText(last_failure, t)}</Quiet>}
    </DividedItem>
  )
}

function failureText({ at, fault, device_eui }: NonNullable<Integration['last_failure']>, t: TFunction): string {
  const words = t(`settings.integrations.faults.${fault}`)
  return t('settings.integrations.lastFailure', {
    time: formatDateTime(at),
    fault: device_eui === null ? words : t('settings.integrations.ofDevice', { fault: words, eui: device_eui }),
  })
}
