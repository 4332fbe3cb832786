import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Popover from '@mui/material/Popover'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { IDLE_LIMIT_MINUTES } from '../../features/auth/idle/idle-limit.ts'
import { setStaySignedIn, useStaysSignedIn } from '../../features/auth/idle/stay-signed-in.ts'
import { logout } from '../../features/auth/public/auth.queries.ts'
import { isAdmin, useUser } from '../../shared/session/user.ts'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { ThemeList } from './ThemeList.tsx'

/** The user's name and roles, theme, password and logout. Open while it has an anchor. */
export function AccountPopover({ anchor, onClose }: { anchor: HTMLElement | null; onClose: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const navigate = useNavigate()
  const show = useSnackbar()

  function open(page: '/profile' | '/change-password') {
    onClose()
    void navigate({ to: page })
  }
  function leave() {
    onClose()
    void logout()
    show(t('auth.logoutSuccess'))
  }

  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': t('nav.account'), sx: { width: 340, maxWidth: 'calc(100vw - 16px)' } },
      }}
    >
      <Box sx={{ px: 2, py: 1.5 }}>
        <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>{user.name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {user.email}
        </Typography>
      </Box>
      <Divider />
      {isAdmin(user) && (
        <>
          <IdleLockSwitch />
          <Divider />
        </>
      )}
      <ThemeList onChosen={onClose} />
      <Divider />
      <Box sx={{ display: 'grid', p: 1 }}>
        {!user.must_change_password && <Entry label={t('auth.profileTitle')} onClick={() => open('/profile')} />}
        <Entry label={t('nav.changePassword')} onClick={() => open('/change-password')} />
        <Entry label={t('nav.logout')} onClick={leave} />
      </Box>
    </Popover>
  )
}

function Entry({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      color="inherit"
      onClick={onClick}
      sx={{ justifyContent: 'flex-start', minHeight: 44, fontWeight: 400, fontSize: '1rem' }}
    >
      {label}
    </Button>
  )
}

/** Keeps this browser signed in, for a screen on the wall; labels and confirmations as specified. */
function IdleLockSwitch() {
  const { t } = useTranslation()
  const show = useSnackbar()
  const locked = useStaysSignedIn()
  const hintId = useId()

  function turn(on: boolean) {
    setStaySignedIn(on)
    show(on ? t('nav.idleDisabled') : t('nav.idleEnabled'))
  }
  return (
    <Box
      component="label"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1, minHeight: 56, cursor: 'pointer' }}
    >
      <Box component="span" sx={{ flex: 1 }}>
        {locked ? t('nav.idleUnlock') : t('nav.idleLock')}
        <Box component="span" id={hintId} sx={{ display: 'block', fontSize: '0.8125rem', color: 'text.secondary' }}>
          {locked ? t('nav.idleLockHintOff') : t('nav.idleLockHintOn', { minutes: IDLE_LIMIT_MINUTES })}
        </Box>
      </Box>
      <Switch
        checked={locked}
        onChange={(_, on) => turn(on)}
        slotProps={{
          input: { 'aria-label': locked ? t('nav.idleUnlock') : t('nav.idleLock'), 'aria-describedby': hintId },
        }}
      />
    </Box>
  )
}
