import { mdiTextBoxSearchOutline } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import type { TFunction } from 'i18next'
import { useCallback, useRef, useState, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../shared/format/number.ts'
import { useChannel, useLiveMessage } from '../../shared/live/use-channel.ts'
import { may } from '../../shared/session/permissions.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { useAppReady } from '../../shared/ui/app-ready.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { FollowBar, FloatingPauseNote, PauseNote, type Pause, useReading } from './FollowBar.tsx'
import { DEFAULT_INTERVAL, DEFAULT_LOG_SIZE, isNarrowed, type LogSearch, UNNARROWED } from './log-search.ts'
import { LOG_CHANNEL, type LogSource } from './log-source.ts'
import { MOST_LINES, useLogTail } from './log-tail.ts'
import { LogFilters } from './LogFilters.tsx'
import { LogPages } from './LogPages.tsx'
import { LogTable } from './LogTable.tsx'

interface Props {
  source: LogSource
  label: string
  search: LogSearch
  onSearch: (part: Partial<LogSearch>, how?: { replace?: boolean }) => void
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
  const pause: Pause | null = seconds === 0 ? 'off' : openId === null ? reading : 'open'
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

  function change(part: Partial<LogSearch>, how?: { replace?: boolean }): void {
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
  const size = (source.kind === 'server' ? search.limit : search.per_page) ?? DEFAULT_LOG_SIZE
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
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
      {page.error && <ErrorAlert title={t('logs.loadFailed')} error={page.error} onRetry={() => void page.refetch()} />}
      {page.data && page.data.searched !== null && (
        <Alert severity="info">{t('logs.searchedNewest', { amount: formatNumber(page.data.searched) })}</Alert>
      )}
      {page.isPending && <LoadingLines />}
      {page.data && shown.length === 0 && (
        <NoLines isNarrowed={isNarrowed(search)} onClear={() => change(UNNARROWED)} />
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
          <LogPages
            page={search.page ?? 1}
            size={size}
            total={page.data.total + arrived}
            isCapped={page.data.isCapped}
            onPage={(next) => change({ page: next > 1 ? next : undefined })}
            onSize={(next) => change(source.kind === 'server' ? { limit: next } : { per_page: next })}
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

function NoLines({ isNarrowed: isFiltered, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={mdiTextBoxSearchOutline}
      title={t('logs.empty.title')}
      body={t('logs.empty.body')}
      action={isFiltered && <Button onClick={onClear}>{t('common.actions.clearFilters')}</Button>}
    />
  )
}

function LoadingLines() {
  const { t } = useTranslation()
  return (
    <Paper variant="outlined" aria-busy aria-label={t('common.aria.loadingRegion')} sx={{ p: 1.5 }}>
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton key={index} height={36} />
      ))}
    </Paper>
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
