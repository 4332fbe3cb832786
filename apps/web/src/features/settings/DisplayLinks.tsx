import { type DisplayLink, displayLinksApi } from '@dalyan/contracts/display-links'
import { mdiPlus } from '@mdi/js'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
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

const NewDisplayLink = onDemand(async () => (await import('./NewDisplayLink.tsx')).NewDisplayLinkDialog)

const displayLinks = queryOptions({
  queryKey: ['display-links'],
  queryFn: ({ signal }) => call(displayLinksApi.list, { query: { per_page: 200 } }, signal),
})

/** The links of screens that show the overview without a session. */
export function DisplayLinks() {
  const { t } = useTranslation()
  const show = useSnackbar()
  const cache = useQueryClient()
  const links = useQuery(displayLinks)
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<DisplayLink | null>(null)
  const refresh = () => cache.invalidateQueries({ queryKey: displayLinks.queryKey })
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Quiet small>{t('settings.displays.hint')}</Quiet>
      {links.isPending && <Skeleton variant="rounded" height={64} />}
      <QueryError query={links} title={t('settings.displays.loadFailed')} />
      {links.data?.data.length === 0 && <Typography>{t('settings.displays.empty')}</Typography>}
      <Box component="ul" aria-label={t('settings.displays.list')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {links.data?.data.map((link) => (
          <LinkLine key={link.id} link={link} onRevoke={() => setLeaving(link)} />
        ))}
      </Box>
      <WriteButton
        variant="outlined"
        startIcon={<Icon path={mdiPlus} />}
        sx={{ justifySelf: 'start' }}
        onClick={() => setIsAdding(true)}
      >
        {t('settings.displays.add')}
      </WriteButton>
      {isAdding && <NewDisplayLink onMade={() => void refresh()} onClose={() => setIsAdding(false)} />}
      {leaving && (
        <ConfirmDialog
          title={t('settings.displays.revokeTitle', { name: leaving.name })}
          body={t('settings.displays.revokeBody')}
          confirm={t('settings.displays.revoke')}
          onClose={() => setLeaving(null)}
          onConfirm={async () => {
            await call(displayLinksApi.remove, { params: { id: leaving.id } })
            setLeaving(null)
            show(t('settings.displays.revoked'))
            await refresh()
          }}
        />
      )}
    </Box>
  )
}

function LinkLine({ link, onRevoke }: { link: DisplayLink; onRevoke: () => void }) {
  const { t } = useTranslation()
  const { name, firm, created_at, last_used_at } = link
  return (
    <DividedItem>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography variant="h3">{name}</Typography>
          <Typography variant="body2">{firm?.name ?? t('settings.displays.allFirms')}</Typography>
        </Box>
        <WriteButton
          variant="outlined"
          size="small"
          color="error"
          aria-label={t('settings.displays.revokeOf', { name })}
          onClick={onRevoke}
        >
          {t('settings.displays.revoke')}
        </WriteButton>
      </Box>
      <Quiet small>
        {last_used_at === null
          ? t('settings.displays.neverUsed')
          : t('settings.displays.lastUsed', { time: formatDateTime(last_used_at) })}
        {' · '}
        {t('settings.displays.created', { time: formatDateTime(created_at) })}
      </Quiet>
    </DividedItem>
  )
}
