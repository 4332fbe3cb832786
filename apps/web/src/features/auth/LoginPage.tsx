import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../shared/api/api-error.ts'
import { readStored } from '../../shared/browser/storage.ts'
import { useAppReady } from '../../shared/ui/page-state.ts'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { onDemand } from '../../shared/ui/on-demand.tsx'
import { settingsQueries } from '../settings/public/settings.queries.ts'
import { GuestCard } from './GuestCard.tsx'
import { IDLE_LIMIT_MINUTES } from './idle/idle-limit.ts'
import { login, saveTurkish } from './public/auth.queries.ts'
import { PASSKEY_MARK } from './public/passkey-mark.ts'
import { PasswordField, TextInput, useTextForm } from './text-form.tsx'

// Most installations never open registration; its code is loaded only where it is open.
const SignupTabs = onDemand(async () => (await import('./Signup.tsx')).SignupTabs)
const RegisterForm = onDemand(async () => (await import('./Signup.tsx')).RegisterForm)

const PasskeyLogin = onDemand(async () => (await import('./public/PasskeyLogin.tsx')).PasskeyLogin)

const ENDED = { idle: 'auth.idleReason', expired: 'auth.sessionExpired', reset: 'auth.resetDone' } as const

export function LoginPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { mode } = useSearch({ from: '/' })
  const { ended, email: known = '' } = useLocation({ select: ({ state }) => state })
  const mail = useQuery(settingsQueries.mail())
  const signup = useQuery(settingsQueries.selfSignup())
  const [registeredEmail, setRegisteredEmail] = useState(known)
  const [hasPasskey] = useState(() => readStored(PASSKEY_MARK) !== null)
  const [isAsked, setIsAsked] = useState(false)
  const show = useSnackbar()

  useAppReady(!signup.isPending)

  // There is no registration until the server says that it is open.
  const signupOpen = signup.data?.enabled === true
  const registering = signupOpen && mode === 'register'

  function enterHome() {
    void navigate({ to: '/home', replace: true })
    // The user stays signed in whether or not the server saves the language.
    saveTurkish().catch(() => show(t('errors.localeFailed')))
  }
  // Browsers have none over plain HTTP. The code waits for a click where this browser never used a passkey.
  const passkey = 'PublicKeyCredential' in window && (
    <Box sx={{ my: 2 }}>
      {hasPasskey || isAsked ? (
        <PasskeyLogin isAsked={isAsked} onSignedIn={enterHome} />
      ) : (
        <Button fullWidth onClick={() => setIsAsked(true)} sx={{ minHeight: 44 }}>
          {t('auth.passkey')}
        </Button>
      )}
    </Box>
  )

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
          <SignupTabs mode={registering ? 'register' : 'login'} />
        ) : (
          <Typography sx={{ color: 'text.secondary', py: 1.25 }}>{t('auth.loginTitle')}</Typography>
        )}
      </Box>
      {ended && ended !== 'logout' && (
        <Alert severity={ended === 'reset' ? 'success' : 'info'} sx={{ mb: 2 }}>
          {t(ENDED[ended], { minutes: IDLE_LIMIT_MINUTES })}
        </Alert>
      )}
      {registering ? (
        <RegisterForm onRegistered={showLogin} />
      ) : (
        <>
          {hasPasskey && passkey}
          <LoginForm initialEmail={registeredEmail} onSignedIn={enterHome} />
          {!hasPasskey && passkey}
        </>
      )}
    </GuestCard>
  )
}

interface LoginFormProps {
  initialEmail: string
  onSignedIn: () => void
}

function LoginForm({ initialEmail, onSignedIn }: LoginFormProps) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const signIn = useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) =>
      login(cache, { email: email.trim(), password }),
    onSuccess: onSignedIn,
  })
  const { form, field } = useTextForm({
    initial: { email: initialEmail, password: '' },
    check: ({ email, password }) => ({
      email: email.trim() === '' ? t('auth.emailRequired') : undefined,
      password: password === '' ? t('auth.passwordRequired') : undefined,
    }),
    send: signIn,
  })
  return (
    <Stack {...form} spacing={2} aria-label={t('auth.loginTitle')}>
      {signIn.error && (
        <Alert severity="error" tabIndex={-1}>
          {loginMessage(t, signIn.error)}
        </Alert>
      )}
      <TextInput label={t('auth.email')} type="email" autoComplete="username webauthn" {...field('email')} />
      <PasswordField label={t('auth.password')} autoComplete="current-password" {...field('password')} />
      <Button type="submit" variant="contained" size="large" aria-disabled={signIn.isPending} sx={{ minHeight: 44 }}>
        {signIn.isPending ? t('auth.submittingLogin') : t('auth.submitLogin')}
      </Button>
    </Stack>
  )
}

function loginMessage(t: TFunction, error: Error): string {
  if (!(error instanceof ApiError)) return t('auth.errorFallback')
  if (error.status === 401) return t('auth.errorCredentials')
  if (error.status === 422) return t('auth.errorInvalid')
  if (error.status === 429) return t('auth.errorThrottled')
  if (error.status >= 500) return t('auth.errorGeneric')
  return error.message || t('auth.errorFallback')
}

function ForgotPasswordLink() {
  const { t } = useTranslation()
  return (
    <Button component={Link} to="/forgot-password" sx={{ minHeight: 44 }}>
      {t('auth.forgotPassword')}
    </Button>
  )
}
