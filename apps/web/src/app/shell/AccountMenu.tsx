import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { logout } from '../../features/auth/auth.queries.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { ThemeList } from './ThemeList.tsx'

/** The account button and what it opens: who I am, my theme, my password, the way out. */
export function AccountMenu() {
  const { t } = useTranslation()
  const user = useUser()
  const navigate = useNavigate()
  const show = useSnackbar()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)

  async function leave() {
    close()
    await logout()
    show(t('auth.logoutSuccess'))
  }

  return (
    <>
      <IconButton
        aria-label={t('nav.accountOf', { name: user.name })}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
        color="inherit"
        sx={{ width: 44, height: 44 }}
      >
        <Box component="span" sx={{ display: 'grid', placeItems: 'center', width: 32, height: 32, border: '1px solid', borderRadius: '50%', fontSize: '0.875rem' }}>
          {initials(user.name)}
        </Box>
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('nav.account'), sx: { width: 340, maxWidth: 'calc(100vw - 16px)' } } }}
      >
        <Box sx={{ px: 2, py: 1.5 }}>
          <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>{user.name}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {user.email}
          </Typography>
        </Box>
        <Divider />
        <ThemeList onChosen={close} />
        <Divider />
        <Box sx={{ display: 'grid', p: 1 }}>
          <Entry
            label={t('nav.changePassword')}
            onClick={() => {
              close()
              void navigate({ to: '/change-password' })
            }}
          />
          <Entry label={t('nav.logout')} onClick={() => void leave()} />
        </Box>
      </Popover>
    </>
  )
}

function Entry({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button color="inherit" onClick={onClick} sx={{ justifyContent: 'flex-start', minHeight: 44, fontWeight: 400, fontSize: '1rem' }}>
      {label}
    </Button>
  )
}

/** First and last name's first letters, in Turkish capitals. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toLocaleUpperCase('tr-TR')
}
