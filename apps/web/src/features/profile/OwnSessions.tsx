import { type Session, sessionsApi } from '@dalyan/contracts/auth'
import { mdiAccountCheckOutline, mdiBellOutline, mdiDevices } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { ConfirmDialog } from '../../shared/form/ConfirmDialog.tsx'
import { formatDateTime } from '../../shared/format/date-time.ts'
import { DividedItem } from '../../shared/ui/DividedItem.tsx'
import { ErrorAlert, QueryError } from '../../shared/ui/ErrorAlert.tsx'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { StatusChip } from '../../shared/ui/StatusChip.tsx'
import { TitledCard } from '../../shared/ui/PageSection.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { logout } from '../auth/public/auth.queries.ts'

const ownSessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(sessionsApi.list, undefined, signal),
})

/** More are shown on demand, so that the cards below stay near. */
const MOST_SHOWN = 5

/** The sessions of this account, this browser's first, with buttons that end them. */
export function OwnSessions() {
  const { t } = useTranslation()
  const show = useSnackbar()
  const cache = useQueryClient()
  const sessions = useQuery(ownSessions)
  const [isAsking, setIsAsking] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const all = (sessions.data?.data ?? []).toSorted((a, b) => Number(b.current) - Number(a.current))
  const shown = isWhole ? all : all.slice(0, MOST_SHOWN)
  const others = all.filter(({ current }) => !current)
  return (
    <TitledCard icon={mdiDevices} title={t('users.sessions.title')}>
      <Quiet small>{t('users.sessions.hint')}</Quiet>
      {sessions.isPending && <Skeleton variant="rounded" height={96} />}
      <QueryError query={sessions} title={t('users.sessions.loadFailed')} />
      <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
        {shown.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </Box>
      {shown.length < all.length && (
        <Button sx={{ alignSelf: 'start', minHeight: 44 }} onClick={() => setIsWhole(true)}>
          {t('users.sessions.showAll', { count: all.length })}
        </Button>
      )}
      {others.length > 0 && (
        <WriteButton variant="outlined" color="error" sx={{ alignSelf: 'start' }} onClick={() => setIsAsking(true)}>
          {t('users.sessions.endOthers')}
        </WriteButton>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('users.sessions.endOthersTitle')}
          body={t('users.sessions.endOthersBody')}
          confirm={t('users.sessions.endOthersConfirm')}
          onClose={() => setIsAsking(false)}
          onConfirm={async () => {
            await call(sessionsApi.endOthers)
            setIsAsking(false)
            show(t('users.sessions.othersEnded'))
            await cache.invalidateQueries({ queryKey: ownSessions.queryKey })
          }}
        />
      )}
    </TitledCard>
  )
}

function SessionLine({ session }: { session: Session }) {
  const { t } = useTranslation()
  const show = useSnackbar()
  const cache = useQueryClient()
  const { id, address, created_at, last_used_at, current, push } = session
  const browser = session.browser ?? t('users.sessions.unknownBrowser')
  const ending = useMutation({
    mutationFn: () => (current ? logout() : call(sessionsApi.end, { params: { id } })),
    onSuccess: () => {
      if (!current) show(t('users.sessions.ended'))
    },
    // Also after a failure: a session that is gone already leaves the list.
    onSettled: () => (current ? undefined : cache.invalidateQueries({ queryKey: ownSessions.queryKey })),
  })
  const opened = t('users.sessions.opened', { time: formatDateTime(created_at) })
  return (
    <DividedItem>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
          {browser}
        </Typography>
        {current && <StatusChip look="active" icon={mdiAccountCheckOutline} label={t('users.sessions.current')} />}
        {push && <StatusChip look="suspended" icon={mdiBellOutline} label={t('users.sessions.push')} />}
        <Box sx={{ flex: 1 }} />
        <WriteButton
          variant="outlined"
          size="small"
          disabled={ending.isPending}
          aria-label={current ? undefined : t('users.sessions.endOf', { browser, opened })}
          onClick={() => ending.mutate()}
        >
          {current ? t('nav.logout') : t('users.sessions.end')}
        </WriteButton>
      </Box>
      <Typography
        component="div"
        variant="body2"
        sx={{ color: 'text.secondary', overflowWrap: 'anywhere', display: 'flex', flexWrap: 'wrap', columnGap: 2 }}
      >
        <span>{t('users.sessions.lastUsed', { time: formatDateTime(last_used_at) })}</span>
        <span>{opened}</span>
        {address !== null && <span>{t('users.sessions.address', { address })}</span>}
      </Typography>
      {ending.error && <ErrorAlert title={t('users.sessions.endFailed')} error={ending.error} />}
    </DividedItem>
  )
}
