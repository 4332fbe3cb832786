import { mdiTextBoxSearchOutline } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useCallback, useRef, useState, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../shared/format/number.ts'
import { ListPages } from '../../shared/list/ListPages.tsx'
import { LoadingRows } from '../../shared/list/ListView.tsx'
import type { ListChange } from '../../shared/list/use-list.ts'
import { useChannel, useLiveMessage } from '../../shared/live/use-channel.ts'
import { may, useUser } from '../../shared/session/user.ts'
import { useAppReady } from '../../shared/ui/page-state.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { QueryError } from '../../shared/ui/ErrorAlert.tsx'
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx'
import { adminSettingsQueries } from '../settings/public/admin-settings.queries.ts'
import { FollowBar, FloatingPauseNote, PauseNote, type FollowPause, useReading } from './FollowBar.tsx'
import { DEFAULT_INTERVAL, isNarrowed, LOG_PAGE_SIZES, type LogSearch, UNNARROWED } from './log-search.ts'
import { MOST_LINES, useLogTail } from './log-tail.ts'
import { LogFilters } from './LogFilters.tsx'
import type { LogKind, LogSource } from './logs.queries.ts'
import { LogTable } from './LogTable.tsx'

/** The live channel of each log; the audit log has none and is polled. */
const LOG_CHANNEL: Record<LogKind, string | null> = {
  iot: 'iot-logs',
  tanks: 'tank-logs',
  server: 'server-logs',
  audit: null,
}

interface Props {
  source: LogSource
  label: string
  search: LogSearch
  onSearch: (part: ListChange, how?: { replace?: boolean }) => void
}

/** A log with its filters: page by page, and live on its newest page. */
export function LogView({ source, label, search, onSearch }: Props) {
  const { t } = useTranslation()
  const table = useRef<HTMLDivElement>(null)
  const [openId, setOpenId] = useState<number | null>(null)
  // A stable function, so that five hundred rows do not render again.
  const toggle = useCallback((id: number) => setOpenId((open) => (open === id ? null : id)), [])
  const reading = useReading(table)

  const reason = whyStill(t, search)
  const seconds = search.refresh ?? DEFAULT_INTERVAL
  // While switched off it still counts new lines, so that users do not mistake an old list for the newest.
  const isFollowing = reason === null
  const pause: FollowPause | null = seconds === 0 ? 'off' : openId === null ? reading : 'open'
  const isPaused = isFollowing && pause !== null

  const { page, shown, held, arrived, isBehind, release, nudge } = useLogTail({
    source,
    search,
    everySeconds: isFollowing ? seconds : null,
    isHeld: isPaused,
  })
  const maySubscribe = may(useUser(), 'logs.view')
  const channel = isFollowing && maySubscribe ? LOG_CHANNEL[source.kind] : null
  useChannel(channel)
  useLiveMessage(channel, 'log', nudge)
  useAppReady(!page.isPending)

  function change(part: ListChange, how?: { replace?: boolean }): void {
    setOpenId(null)
    onSearch({ page: undefined, ...part }, how)
  }
  function showNewest(): void {
    setOpenId(null)
    document.getSelection()?.removeAllRanges()
    release()
    window.scrollTo({ top: 0 })
  }
  const note = isFollowing &&
    pause !== null &&
    (pause !== 'off' || held.length > 0) && { pause, held: held.length, onShow: showNewest }
  const newest = shown[0]
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {source.kind === 'iot' && <CommLoggingBanner />}
      <LogFilters source={source} search={search} onChange={change} />
      <FollowBar
        seconds={seconds}
        reason={reason}
        isPaused={isPaused}
        newestAt={newest ? Date.parse(newest.at) : null}
        onChange={(refresh) => onSearch({ refresh })}
      >
        {note && reading !== 'scrolled' && <PauseNote {...note} />}
      </FollowBar>
      {note && reading === 'scrolled' && <FloatingPauseNote {...note} />}
      <AnnouncedArrivals arrived={arrived} />
      {isBehind && <Alert severity="warning">{t('logs.behind')}</Alert>}
      <QueryError title={t('logs.loadFailed')} query={page} />
      {page.data?.searched !== undefined && (
        <Alert severity="info">{t('logs.searchedNewest', { amount: formatNumber(page.data.searched) })}</Alert>
      )}
      {page.isPending && <LoadingRows count={12} height={36} />}
      {page.data && shown.length === 0 && (
        <EmptyState
          icon={mdiTextBoxSearchOutline}
          title={t('logs.empty.title')}
          body={t('logs.empty.body')}
          action={
            isNarrowed(search) && <Button onClick={() => change(UNNARROWED)}>{t('common.actions.clearFilters')}</Button>
          }
        />
      )}
      {shown.length > 0 && (
        <LogTable
          ref={table}
          kind={source.kind}
          label={label}
          named={source.kind !== 'server' && source.ownerId === undefined}
          lines={shown}
          openId={openId}
          isOldestFirst={search.sort !== undefined}
          onSort={() => change({ sort: search.sort ? undefined : 'created_at' })}
          onToggle={toggle}
        />
      )}
      {page.data && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
          <Typography variant="body2" component="p" sx={{ color: 'text.secondary' }}>
            {t('logs.buffer', { max: MOST_LINES })}
          </Typography>
          <ListPages
            page={{ ...page.data, total: page.data.total + arrived }}
            sizes={LOG_PAGE_SIZES}
            label={t('logs.fields.limit')}
            onChange={(part) =>
              change(source.kind === 'server' && 'per_page' in part ? { limit: part['per_page'] } : part)
            }
          />
        </Box>
      )}
    </Box>
  )
}

/** Why a log cannot follow; null: it can. */
function whyStill(t: TFunction, { to, page, sort }: LogSearch): string | null {
  if (to !== undefined) return t('logs.autoRefreshPast')
  if (sort !== undefined) return t('logs.oldestFirst')
  return page === undefined ? null : t('logs.olderPage')
}

/** Says that terminals' messages are not logged, where a user would look for them; only to users who may turn it on. */
function CommLoggingBanner() {
  const { t } = useTranslation()
  const maySet = may(useUser(), 'settings.manage')
  const commLogging = useQuery({ ...adminSettingsQueries.commLogging(), enabled: maySet })
  // Most installations do not log them, so that the banner's place is kept while that is unknown.
  if (commLogging.isLoading) return <Skeleton variant="rounded" sx={{ height: { xs: 68, sm: 56 } }} />
  if (commLogging.data?.enabled !== false) return null
  return (
    <Alert
      severity="info"
      action={
        <ButtonLink to="/settings" color="inherit" size="small">
          {t('logs.openSettings')}
        </ButtonLink>
      }
    >
      {t('logs.commLoggingOff')}
    </Alert>
  )
}

const ANNOUNCE_EVERY_MS = 5_000

/** Announces to screen readers how many lines arrived, at most every five seconds, without reading them out. */
function AnnouncedArrivals({ arrived }: { arrived: number }) {
  const { t } = useTranslation()
  const [announced, setAnnounced] = useState({ upTo: 0, count: 0 })
  const announce = useEffectEvent(() => {
    // After a refetch the count starts at zero.
    setAnnounced(({ upTo }) => ({ upTo: arrived, count: Math.max(0, arrived - Math.min(upTo, arrived)) }))
  })
  useEffect(() => {
    const timer = setInterval(announce, ANNOUNCE_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <Box component="span" role="status" sx={visuallyHidden}>
      {announced.count > 0 && t('common.live.newWhilePaused', { count: announced.count })}
    </Box>
  )
}
