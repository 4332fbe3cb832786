import { mdiFullscreen, mdiFullscreenExit, mdiLockOutline, mdiMenu } from '@mdi/js'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useStaysSignedIn } from '../../features/auth/idle/stay-signed-in.ts'
import { settingsQueries } from '../../features/settings/public/settings.queries.ts'
import { may, useUser } from '../../shared/session/user.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useFullscreen } from '../../shared/ui/use-fullscreen.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { AlarmPill } from './AlarmPill.tsx'
import { QuickJump } from './QuickJump.tsx'

const NotificationBell = lazy(async () => ({
  default: (await import('../../features/notifications/NotificationBell.tsx')).NotificationBell,
}))

export function TopBar({ onOpenMenu }: { onOpenMenu: () => void }) {
  const { t } = useTranslation()
  const settings = useQuery(settingsQueries.system())
  const user = useUser()
  const fullscreen = useFullscreen()
  const locked = useStaysSignedIn()
  const fullscreenLabel = fullscreen.active ? t('nav.fullscreenOff') : t('nav.fullscreenOn')
  return (
    <Box
      component="header"
      data-shell
      sx={({ tokens: { appBar, palette }, zIndex }) => ({
        position: 'sticky',
        top: 0,
        zIndex: zIndex.appBar,
        display: 'flex',
        alignItems: 'center',
        // On the narrowest phones the name, five targets and a count have to fit side by side.
        gap: { xs: 0, sm: 1 },
        height: 56,
        px: 0.75,
        '@media (max-width: 359.95px)': { px: 0 },
        bgcolor: appBar.bg,
        color: appBar.text,
        borderBottom: `1px solid ${palette.divider}`,
      })}
    >
      {!user.must_change_password && (
        <IconButton
          color="inherit"
          size="large"
          edge={false}
          aria-label={t('nav.openMenu')}
          onClick={onOpenMenu}
          sx={{ width: 44, height: 44 }}
        >
          <Icon path={mdiMenu} />
        </IconButton>
      )}
      <Typography component="span" noWrap sx={{ fontWeight: 700, flex: 1, minWidth: 0 }}>
        {settings.data?.system_name}
      </Typography>
      {!user.must_change_password && (
        <>
          <QuickJump />
          {/* Who cannot acknowledge an alarm reads about it on the home page. */}
          {may(user, 'alarms.acknowledge') && <AlarmPill />}
          {may(user, 'alarms.acknowledge') && (
            <Suspense fallback={<Box sx={{ width: 44, flexShrink: 0 }} />}>
              <NotificationBell />
            </Suspense>
          )}
        </>
      )}
      {locked && (
        <Icon path={mdiLockOutline} titleAccess={t('nav.idleLockedIcon')} sx={{ fontSize: 20, flexShrink: 0 }} />
      )}
      {fullscreen.possible && (
        <IconButton
          color="inherit"
          aria-label={fullscreenLabel}
          title={fullscreenLabel}
          onClick={fullscreen.toggle}
          sx={{ width: 44, height: 44, flexShrink: 0 }}
        >
          <Icon path={fullscreen.active ? mdiFullscreenExit : mdiFullscreen} />
        </IconButton>
      )}
      <Typography component="span" noWrap sx={{ display: { xs: 'none', md: 'block' }, maxWidth: 240 }}>
        {user.name}
      </Typography>
      <AccountMenu />
    </Box>
  )
}
