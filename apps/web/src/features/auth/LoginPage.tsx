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

// Most installations never open registration; its code is loaded only where it is open.
const SignupTabs = lazy(async () => ({ default: (await import('./Signup.tsx')).SignupTabs }))
const RegisterForm = lazy(async () => ({ default: (await import('./Signup.tsx')).RegisterForm }))

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

  // There is no registration until the server says that it is open.
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
      {/* The height of the tabs is reserved, so that nothing moves when they appear. */}
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
