import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { logout } from '../../features/auth/public/auth.queries.ts'
import { isAdmin } from '../../shared/session/permissions.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { IdleLockSwitch } from './IdleLockSwitch.tsx'
import { ThemeList } from './ThemeList.tsx'

/** The user's name and roles, theme, password and logout. Open while it has an anchor. */
export function AccountPopover({ anchor, onClose }: { anchor: HTMLElement | null; onClose: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const navigate = useNavigate()
  const show = useSnackbar()

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
        {!user.must_change_password && (
          <Entry
            label={t('auth.profileTitle')}
            onClick={() => {
              onClose()
              void navigate({ to: '/profile' })
            }}
          />
        )}
        <Entry
          label={t('nav.changePassword')}
          onClick={() => {
            onClose()
            void navigate({ to: '/change-password' })
          }}
        />
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
