import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppReady } from '../../shared/ui/app-ready.ts'
import { settingsQueries } from '../settings/public/settings.queries.ts'
import { GuestCard } from './GuestCard.tsx'
import { LoginForm } from './LoginForm.tsx'

// Most installations never open registration; its code comes only where it is open.
const SignupTabs = lazy(() => import('./SignupTabs.tsx').then(({ SignupTabs: component }) => ({ default: component })))
const RegisterForm = lazy(() =>
  import('./RegisterForm.tsx').then(({ RegisterForm: component }) => ({ default: component })),
)

const ENDED = { idle: 'auth.idleReason', expired: 'auth.sessionExpired', reset: 'auth.resetDone' } as const

export function LoginPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { mode } = useSearch({ from: '/' })
  const { ended, email: known = '' } = useLocation({ select: ({ state }) => state })
  const mail = useQuery(settingsQueries.mail())
  const signup = useQuery(settingsQueries.selfSignup())
  const [registeredEmail, setRegisteredEmail] = useState(known)

  useAppReady(!signup.isPending)

  // While the server has not said so, and when it cannot, there is no registration.
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
    <GuestCard below={!registering && mail.data?.enabled && <ForgotPasswordLink />}>
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
      {ended && ended !== 'logout' && (
        <Alert severity={ended === 'reset' ? 'success' : 'info'} sx={{ mb: 2 }}>
          {t(ENDED[ended])}
        </Alert>
      )}
      {registering ? (
        <Suspense>
          <RegisterForm onRegistered={showLogin} />
        </Suspense>
      ) : (
        <LoginForm initialEmail={registeredEmail} onSignedIn={() => void navigate({ to: '/home', replace: true })} />
      )}
    </GuestCard>
  )
}

function ForgotPasswordLink() {
  const { t } = useTranslation()
  return (
    <Button component={Link} to="/forgot-password" sx={{ minHeight: 44 }}>
      {t('auth.forgotPassword')}
    </Button>
  )
}
