import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { forceTheme } from '../../shared/theme/theme-choice.ts'
import { useAppReady } from '../../shared/ui/app-ready.ts'
import { BrandIcon } from '../../shared/branding/BrandIcon.tsx'
import { settingsQueries } from '../settings/settings.queries.ts'
import { LoginForm } from './LoginForm.tsx'

// Most installations never open registration; its code comes only where it is open.
const SignupTabs = lazy(() => import('./SignupTabs.tsx').then(({ SignupTabs: component }) => ({ default: component })))
const RegisterForm = lazy(() =>
  import('./RegisterForm.tsx').then(({ RegisterForm: component }) => ({ default: component })),
)

export function LoginPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { mode } = useSearch({ from: '/' })
  const ended = useLocation({ select: ({ state }) => state.ended })
  const settings = useQuery(settingsQueries.system())
  const signup = useQuery(settingsQueries.selfSignup())
  const [registeredEmail, setRegisteredEmail] = useState('')

  useLayoutEffect(() => forceTheme('light'), [])
  useAppReady(!signup.isPending)

  // While the server has not said so, and when it cannot, there is no registration (specification §2).
  const signupOpen = signup.data?.enabled === true
  const registering = signupOpen && mode === 'register'

  const showLogin = useCallback(
    (email: string) => {
      setRegisteredEmail(email)
      void navigate({ to: '/', search: {}, replace: true })
    },
    [navigate],
  )

  return (
    <Box
      component="main"
      sx={{
        display: 'grid',
        placeItems: { sm: 'center' },
        minHeight: '100dvh',
        p: { xs: 0, sm: 2 },
        bgcolor: { xs: 'background.paper', sm: 'background.default' },
      }}
    >
      <Paper
        variant="outlined"
        sx={{ width: '100%', maxWidth: { sm: 400 }, p: 3, border: { xs: 0, sm: 1 }, borderColor: { sm: 'divider' } }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 1 }}>
          <BrandIcon size={36} />
          <Typography variant="h1">{settings.data?.system_name}</Typography>
        </Box>
        {/* Room for the tabs from the start: nothing jumps when the answer about registration arrives. */}
        <Box sx={{ minHeight: 48, mb: 2 }}>
          {signupOpen ? (
            <Suspense>
              <SignupTabs mode={registering ? 'register' : 'login'} />
            </Suspense>
          ) : (
            <Typography sx={{ color: 'text.secondary', py: 1.25 }}>{t('auth.loginTitle')}</Typography>
          )}
        </Box>
        {(ended === 'expired' || ended === 'idle') && (
          <Alert severity="info" sx={{ mb: 2 }}>
            {ended === 'idle' ? t('auth.idleReason') : t('auth.sessionExpired')}
          </Alert>
        )}
        {registering ? (
          <Suspense>
            <RegisterForm onRegistered={showLogin} />
          </Suspense>
        ) : (
          <LoginForm initialEmail={registeredEmail} onSignedIn={() => void navigate({ to: '/home', replace: true })} />
        )}
      </Paper>
    </Box>
  )
}
