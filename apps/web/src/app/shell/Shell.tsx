import type { User } from '@dalyan/contracts/users'
import Box from '@mui/material/Box'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouteContext, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { IdleWatch } from '../../features/auth/idle/IdleWatch.tsx'
import { authQueries, checkSession } from '../../features/auth/public/auth.queries.ts'
import { notificationKeys } from '../../features/notifications/notifications.queries.ts'
import { isPushOwner, keepPush } from '../../features/notifications/settings/push-here.ts'
import { logFailure } from '../../shared/api/log-failure.ts'
import { readStored } from '../../shared/browser/storage.ts'
import { sessionToken } from '../../shared/api/session-token.ts'
import { useChannel } from '../../shared/live/use-channel.ts'
import { UserContext } from '../../shared/session/user.ts'
import { InSteps } from '../../shared/ui/InSteps.tsx'
import { PageSkeleton } from '../../shared/ui/PageSkeleton.tsx'
import { ProgressLine } from '../../shared/ui/ProgressLine.tsx'
import { LiveConnectionProvider } from '../live/LiveConnectionProvider.tsx'
import { registerServiceWorker } from '../offline/register-service-worker.ts'
import { AlarmAnnouncer } from './AlarmAnnouncer.tsx'
import { Footer } from './Footer.tsx'
import { BottomNavigation, Navigation } from './Navigation.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { TopBar } from './TopBar.tsx'
import { useNavDrawer } from './use-nav-drawer.ts'

const TOP_BAR_PX = 56
const CHECK_EVERY_MS = 60_000

/** The frame around every page of a signed-in user. */
export function Shell() {
  const { user: asked } = useRouteContext({ from: '/signed-in' })
  const me = useQuery({ ...authQueries.me(), enabled: false })
  const user = me.data ?? asked
  useGuardsAnew(asked, user)
  useSessionCheck()
  useKeptPush(user)
  useEffect(() => (import.meta.env.PROD ? registerServiceWorker() : undefined), [])
  useQueuedJournal(user)
  const drawer = useNavDrawer()
  // A screen beside a tank shows only the tank, one on a wall only the overview.
  const isBare = useSearch({ strict: false, select: ({ view, v }) => view === 'side' || v === 'display' })
  return (
    <UserContext value={user}>
      <LiveConnectionProvider>
        {!user.must_change_password && <AlarmsChannel />}
        <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100dvh' }}>
          <SkipLink />
          {!isBare && <TopBar onOpenMenu={drawer.openByHand} />}
          <OfflineBanner top={isBare ? 0 : TOP_BAR_PX} />
          <Box sx={{ display: 'flex', flex: 1 }}>
            {!isBare && !user.must_change_password && <Navigation drawer={drawer} />}
            <Box
              component="main"
              id="content"
              tabIndex={-1}
              sx={{
                position: 'relative',
                flex: 1,
                minWidth: 0,
                // On phones the footer is always below the screen, so that it does not move while a page grows.
                minHeight: { xs: isBare ? 0 : `calc(100dvh - ${TOP_BAR_PX}px)`, md: 0 },
                '&:focus': { outline: 'none' },
              }}
            >
              <CheckLine />
              <InSteps first={<PageSkeleton />}>
                <Outlet />
              </InSteps>
            </Box>
          </Box>
          {!isBare && <Footer />}
          {!isBare && !user.must_change_password && <BottomNavigation onOpenMenu={drawer.openByHand} />}
        </Box>
        <AlarmAnnouncer />
        <IdleWatch keepsSession={isPushOwner} />
      </LiveConnectionProvider>
    </UserContext>
  )
}

/** Runs the guards again, because the server may have changed the user's permissions. */
function useGuardsAnew(asked: User, user: User): void {
  const router = useRouter()
  const isOther = accessOf(asked) !== accessOf(user)
  useEffect(() => {
    if (isOther) void router.invalidate()
  }, [isOther, router])
}

const accessOf = ({ roles, must_change_password }: User) => JSON.stringify([roles, must_change_password])

/** Checks the session when the user comes back to this tab: the account may have changed, or the session ended. */
function useSessionCheck(): void {
  const cache = useQueryClient()
  useEffect(() => {
    let last = Date.now()
    function check(): void {
      if (document.hidden || Date.now() - last < CHECK_EVERY_MS) return
      last = Date.now()
      void checkSession(cache)
    }
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [cache])
}

/** Push ends with its session, so a new session of the same user, and the new token after a change of password, register it again. */
function useKeptPush({ id, must_change_password }: { id: number; must_change_password: boolean }): void {
  const cache = useQueryClient()
  useEffect(() => {
    if (must_change_password) return undefined
    const keep = () =>
      void keepPush(id).then(
        (isKept) => void (isKept && cache.invalidateQueries({ queryKey: notificationKeys.preferences })),
        (error: unknown) => logFailure('push', error),
      )
    keep()
    return sessionToken.onReplace(keep)
  }, [cache, id, must_change_password])
}

/** Sends the journal's entries that were written without a network; their code is loaded only when there are some. */
function useQueuedJournal({ id }: User): void {
  useEffect(() => {
    if (readStored('journal-queue'))
      void import('../../features/journal/public/journal-queue.ts').then((queue) => queue.sendQueued(id))
  }, [id])
}

/** Shows that the session is checked; a component of its own, so that nothing else is drawn again. */
function CheckLine() {
  return useQuery({ ...authQueries.me(), enabled: false }).isFetching ? <ProgressLine /> : null
}

/** The alarm count in the top bar is live on every page. */
function AlarmsChannel() {
  useChannel('alarms')
  return null
}

function SkipLink() {
  const { t } = useTranslation()
  return (
    <Box
      component="a"
      data-shell
      href="#content"
      sx={({ tokens: { palette }, zIndex }) => ({
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: zIndex.tooltip,
        px: 2,
        py: 1,
        borderRadius: 1,
        bgcolor: palette.primary.main,
        color: palette.primary.contrastText,
        transform: 'translateY(-200%)',
        '&:focus': { transform: 'none' },
      })}
    >
      {t('common.actions.skipToContent')}
    </Box>
  )
}
