import { type DisplayLink, displayLinksApi } from '@dalyan/contracts/display-links'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import displayLinks from '../../../locales/tr/display-links.json' with { type: 'json' }
import { call } from '../../../shared/api/call.ts'
import { useNow } from '../../../shared/clock/use-now.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { DividedItem } from '../../../shared/ui/DividedItem.tsx'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { RouterLink } from '../../../shared/ui/links.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { useSnackbar } from '../../../shared/ui/SnackbarProvider.tsx'
import { StatusChip } from '../../../shared/ui/StatusChip.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'

addWords({ displayLinks })

export const DISPLAY_LINKS_KEY = ['display-links'] as const

/** Public links with what they show, their end and their last use, each with a button that revokes it. @param tankId only the links of this tank */
export function DisplayLinkList({ tankId }: { tankId?: number }) {
  const { t } = useTranslation()
  const show = useSnackbar()
  const cache = useQueryClient()
  const links = useQuery({
    queryKey: [...DISPLAY_LINKS_KEY, tankId ?? 'all'],
    queryFn: ({ signal }) => {
      const query = { per_page: 200, ...(tankId === undefined ? {} : { filter_tank_id: tankId }) }
      return call(displayLinksApi.list, { query }, signal)
    },
  })
  const [leaving, setLeaving] = useState<DisplayLink | null>(null)
  const empty = t(tankId === undefined ? 'displayLinks.empty' : 'displayLinks.share.none')
  return (
    <>
      {links.isPending && <Skeleton variant="rounded" height={64} />}
      <QueryError query={links} title={t('displayLinks.loadFailed')} />
      {links.data?.data.length === 0 && <Typography>{empty}</Typography>}
      <Box component="ul" aria-label={t('displayLinks.list')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {links.data?.data.map((link) => (
          <LinkLine key={link.id} link={link} hasSubject={tankId === undefined} onRevoke={() => setLeaving(link)} />
        ))}
      </Box>
      {leaving && (
        <ConfirmDialog
          title={t('displayLinks.revokeTitle', { name: leaving.name })}
          body={t('displayLinks.revokeBody')}
          confirm={t('displayLinks.revoke')}
          onClose={() => setLeaving(null)}
          onConfirm={async () => {
            await call(displayLinksApi.remove, { params: { id: leaving.id } })
            setLeaving(null)
            show(t('displayLinks.revoked'))
            await cache.invalidateQueries({ queryKey: DISPLAY_LINKS_KEY })
          }}
        />
      )}
    </>
  )
}

interface LineProps {
  link: DisplayLink
  /** Names the tank or the firm that the link shows. */
  hasSubject: boolean
  onRevoke: () => void
}

function LinkLine({ link, hasSubject, onRevoke }: LineProps) {
  const { t } = useTranslation()
  const { name, created_at, last_used_at, expires_at } = link
  const now = useNow()
  const isEnded = expires_at !== null && Date.parse(expires_at) <= now
  return (
    <DividedItem>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography variant="h3">{name}</Typography>
          {hasSubject && (
            <Typography variant="body2">
              <Subject link={link} />
            </Typography>
          )}
        </Box>
        {isEnded && <StatusChip look="inactive" label={t('displayLinks.endedShort')} />}
        <WriteButton
          variant="outlined"
          size="small"
          color="error"
          aria-label={t('displayLinks.revokeOf', { name })}
          onClick={onRevoke}
        >
          {t('displayLinks.revoke')}
        </WriteButton>
      </Box>
      <Quiet small>
        {expires_at !== null &&
          `${t(isEnded ? 'displayLinks.ended' : 'displayLinks.ends', { time: formatDateTime(expires_at) })} · `}
        {last_used_at === null
          ? t('displayLinks.neverUsed')
          : t('displayLinks.lastUsed', { time: formatDateTime(last_used_at) })}
        {' · '}
        {t('displayLinks.created', { time: formatDateTime(created_at) })}
      </Quiet>
    </DividedItem>
  )
}

function Subject({ link: { tank, firm } }: { link: DisplayLink }) {
  const { t } = useTranslation()
  if (!tank) return firm?.name ?? t('displayLinks.allFirms')
  return (
    <RouterLink to="/tanks/$id" params={{ id: String(tank.id) }}>
      <span lang="en">{tank.code}</span> · {tank.name}
    </RouterLink>
  )
}
