import type { Wall } from '@dalyan/contracts/wall'
import { mdiViewGrid } from '@mdi/js'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { applyToAnswers } from '../../shared/live/apply-to-answers.ts'
import { useConnectionState } from '../../shared/live/connection-state.ts'
import { useChannel, useLiveMessage } from '../../shared/live/use-channel.ts'
import { may, useUser } from '../../shared/session/user.ts'
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { QueryError } from '../../shared/ui/ErrorAlert.tsx'
import { InBackground } from '../../shared/ui/InBackground.tsx'
import { onDemand } from '../../shared/ui/on-demand.tsx'
import { usePage } from '../../shared/ui/page-state.ts'
import { useAddressView } from '../../shared/ui/use-address-view.ts'
import { wallKeys } from './public/wall-keys.ts'
import { wallQueries } from './public/wall.queries.ts'
import { readWallSearch, type WallSearch } from './wall-search.ts'
import { filterTanks, useShownTanks, withReadings } from './wall-tanks.ts'
import { WallGroups } from './WallGroups.tsx'
import { PLAN_HEIGHT } from './wall-looks.ts'
import { WallHeader } from './WallHeader.tsx'
import './wall-words.ts'

/** How long after a tank delivers again the server is asked for its state; a hall that comes back is asked for once. */
const ASK_AFTER_MS = 1_000
const SKELETONS = 27
/** A screen on a wall says within seconds that it is cut off. */
const DISPLAY_REFRESH_MS = 10_000

const PlanView = lazy(async () => ({ default: (await import('./plan/PlanView.tsx')).PlanView }))
const WallDisplay = onDemand(async () => (await import('./public/WallDisplay.tsx')).WallDisplay)

const writeSearch = (view: WallSearch): object => view

/** The overview: every tank that the user may see, at one glance. */
export function WallPage() {
  const { t } = useTranslation()
  const user = useUser()
  const { view, show } = useAddressView(readWallSearch, writeSearch)
  const isDisplay = view.v === 'display'
  const wall = useQuery({
    ...wallQueries.overview(),
    ...(isDisplay ? { refetchInterval: DISPLAY_REFRESH_MS, refetchIntervalInBackground: true } : {}),
  })
  useLiveWall()
  const title = may(user, 'tanks.operate') ? t('wall.title') : t('wall.own')
  usePage(title, !wall.isPending)
  const isOffline = useConnectionState() === 'offline' || wall.isError
  const all = wall.data?.tanks
  const shown = useShownTanks(all)
  const filtered = useMemo(
    () => filterTanks(shown, { states: view.state ?? [], text: view.q ?? '' }),
    [shown, view.state, view.q],
  )
  useLeaving(isDisplay, () => show({ v: view.plan === undefined ? undefined : 'plan' }))
  if (isDisplay) return <WallDisplay wall={wall.data} answeredAt={wall.dataUpdatedAt} plan={view.plan} />
  return (
    <Box sx={{ p: { xs: 1.5, sm: 1 }, pt: 1, px: { sm: 1.5 } }}>
      <WallHeader title={title} wall={wall.data} tanks={shown} view={view} show={show} />
      <QueryError title={t('wall.failed')} query={wall} />
      <InBackground>
        {wall.isPending && <WallSkeleton />}
        {all?.length === 0 && <NoTanks />}
        {all && all.length > 0 && filtered.length === 0 && (
          <EmptyState icon={mdiViewGrid} title={t('common.states.noResultsTitle')} body={t('wall.noMatch')} />
        )}
        {wall.data && view.v !== 'plan' && (
          <WallGroups wall={wall.data} tanks={filtered} view={view} hasAge={isOffline} />
        )}
        {wall.data && view.v === 'plan' && shown.length > 0 && (
          <Suspense fallback={<Skeleton variant="rounded" sx={{ mt: 1, height: PLAN_HEIGHT }} />}>
            <PlanView wall={wall.data} all={shown} tanks={filtered} view={view} show={show} />
          </Suspense>
        )}
      </InBackground>
    </Box>
  )
}

/** Keeps the values in the cached answer fresh; what the server evaluates is asked for again. */
function useLiveWall(): void {
  const cache = useQueryClient()
  const askSoon = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    return () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void cache.invalidateQueries({ queryKey: wallKeys.all })
      }, ASK_AFTER_MS)
    }
  }, [cache])
  useChannel('tanks')
  useLiveMessage('tanks', 'measurement', (readings) =>
    applyToAnswers(cache, [wallKeys.all], () => {
      const before = cache.getQueryData<Wall>(wallKeys.all)
      if (!before) return
      const { wall, isBehind } = withReadings(before, readings)
      const updatedAt = cache.getQueryState(wallKeys.all)?.dataUpdatedAt ?? 0
      if (wall !== before) cache.setQueryData(wallKeys.all, wall, { updatedAt })
      if (isBehind) askSoon()
    }),
  )
  useLiveMessage('tanks', 'tank', askSoon)
  useLiveMessage('alarms', 'alarm', (alarm) => {
    const known = cache.getQueryData<Wall>(wallKeys.all)?.tanks.find(({ id }) => id === alarm.tank?.id)
    // While a tank is out of range, each of its readings sends such a message.
    const isKnown = known !== undefined && (alarm.severity === 'critical') === (known.state === 'crit')
    const isStanding =
      alarm.state === 'active_unack' && !known?.acknowledged && (known?.state === 'crit' || known?.state === 'warn')
    if (!isKnown || !isStanding) askSoon()
  })
}

/** Escape leaves the display; the browser spends the first one on leaving full screen. */
function useLeaving(isDisplay: boolean, onLeave: () => void): void {
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (!isDisplay) return undefined
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && leave()
    const onFullscreen = () => document.fullscreenElement === null && leave()
    window.addEventListener('keydown', onKey)
    document.addEventListener('fullscreenchange', onFullscreen)
    return () => {
      window.removeEventListener('keydown', onKey)
      document.removeEventListener('fullscreenchange', onFullscreen)
    }
  }, [isDisplay])
}

function NoTanks() {
  const { t } = useTranslation()
  const isManager = may(useUser(), 'tanks.manage')
  return (
    <EmptyState
      icon={mdiViewGrid}
      title={t('wall.empty.title')}
      body={t(isManager ? 'wall.empty.body' : 'wall.empty.bodyReadOnly')}
      action={
        isManager && (
          <ButtonLink to="/tanks" search={{ dialog: 'create' }} variant="contained">
            {t('wall.empty.create')}
          </ButtonLink>
        )
      }
    />
  )
}

/** Fields of the final size. */
function WallSkeleton() {
  return (
    <Box
      aria-hidden
      sx={{
        display: 'grid',
        gap: { xs: '5px', sm: '6px' },
        gridTemplateColumns: { xs: 'repeat(6, 1fr)', sm: 'repeat(6, 1fr)', lg: 'repeat(9, 1fr)' },
        mt: '34px',
      }}
    >
      {Array.from({ length: SKELETONS }, (_, i) => (
        <Skeleton key={i} variant="rounded" sx={{ height: { xs: 50, sm: 91 }, borderRadius: '8px' }} />
      ))}
    </Box>
  )
}
