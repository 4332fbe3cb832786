import type { User } from '@dalyan/contracts/users'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouteContext, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { IdleWatch } from '../../features/auth/idle/IdleWatch.tsx'
import { authQueries } from '../../features/auth/public/auth.queries.ts'
import { useSessionCheck } from '../../features/auth/use-session-check.ts'
import { isPushOwner } from '../../features/notifications/settings/push-here.ts'
import { useChannel } from '../../shared/live/use-channel.ts'
import { UserContext } from '../../shared/session/user-context.ts'
import { ProgressLine } from '../../shared/ui/ProgressLine.tsx'
import { LiveConnectionProvider } from '../live/LiveConnectionProvider.tsx'
import { registerServiceWorker } from '../offline/register-service-worker.ts'
import { AlarmAnnouncer } from './AlarmAnnouncer.tsx'
import { Footer } from './Footer.tsx'
import { Navigation } from './Navigation.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { TopBar } from './TopBar.tsx'
import { useKeptPush } from './use-kept-push.ts'
import { useNavDrawer } from './use-nav-drawer.ts'

const TOP_BAR_PX = 56

/** The frame around every page of a signed-in user. */
export function Shell() {
  const { user: asked } = useRouteContext({ from: '/signed-in' })
  const me = useQuery({ ...authQueries.me(), enabled: false })
  const user = me.data ?? asked
  useGuardsAnew(asked, user)
  useSessionCheck()
  useKeptPush(user)
  useEffect(() => (import.meta.env.PROD ? registerServiceWorker() : undefined), [])
  const drawer = useNavDrawer()
  // A screen beside a tank shows only the tank.
  const isBare = useSearch({ strict: false, select: ({ view }) => view === 'side' })
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
              sx={{ position: 'relative', flex: 1, minWidth: 0, '&:focus': { outline: 'none' } }}
            >
              {me.isFetching && <ProgressLine />}
              <Outlet />
            </Box>
          </Box>
          {!isBare && <Footer />}
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
