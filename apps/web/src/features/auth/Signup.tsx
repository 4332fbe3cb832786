import Alert from '@mui/material/Alert'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../shared/api/api-error.ts'
import { OfflineNote, WriteButton } from '../../shared/ui/WriteButton.tsx'
import { type Registration, register } from './public/auth.queries.ts'
import { PasswordField, TextInput, useTextForm } from './text-form.tsx'

const SHOWN_BEFORE_LOGIN_MS = 2_000

/** Registers an account; two seconds later the login replaces the form, with the email filled in. */
export function RegisterForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const { t } = useTranslation()
  const hintId = useId()
  const signUp = useMutation({
    mutationFn: (input: Registration) => register({ ...input, email: input.email.trim() }),
  })
  const { form, field, input } = useTextForm({
    initial: { name: '', email: '', password: '', password_confirmation: '' },
    check: () => ({}),
    send: { ...signUp, isPending: signUp.isPending || signUp.isSuccess },
  })

  useEffect(() => {
    if (!signUp.isSuccess) return undefined
    const timer = setTimeout(() => onRegistered(input.email.trim()), SHOWN_BEFORE_LOGIN_MS)
    return () => clearTimeout(timer)
  }, [signUp.isSuccess, input.email, onRegistered])

  const differ = input.password_confirmation !== '' && input.password !== input.password_confirmation
  const ready = Object.values(input).every((text) => text.trim() !== '') && !differ

  return (
    <Stack {...form} spacing={2} aria-label={t('auth.registerTab')}>
      {signUp.error && (
        <Alert severity="error" tabIndex={-1}>
          {hasReason(signUp.error) ? signUp.error.message : t('auth.registerFailed')}
        </Alert>
      )}
      {signUp.isSuccess && <Alert severity="success">{t('auth.registerSuccess')}</Alert>}
      <TextInput label={t('auth.name')} autoComplete="name" {...field('name')} />
      <TextInput label={t('auth.email')} type="email" autoComplete="username" {...field('email')} />
      <PasswordField label={t('auth.password')} autoComplete="new-password" {...field('password')} />
      <PasswordField
        label={t('auth.passwordConfirmation')}
        autoComplete="new-password"
        {...field('password_confirmation')}
        {...(differ ? { problem: t('auth.passwordMismatch') } : {})}
      />
      {!ready && <FormHelperText id={hintId}>{t('auth.registerHint')}</FormHelperText>}
      <OfflineNote />
      <WriteButton
        type="submit"
        variant="contained"
        size="large"
        disabled={!ready}
        aria-describedby={hintId}
        sx={{ minHeight: 44 }}
      >
        {signUp.isPending ? t('auth.submittingRegister') : t('auth.submitRegister')}
      </WriteButton>
    </Stack>
  )
}

/** Whether the server gave a reason that a visitor can act on. */
function hasReason(error: Error): boolean {
  return error instanceof ApiError && error.status < 500 && error.message !== `HTTP ${error.status}`
}

/** Login or registration; the address has the choice. */
export function SignupTabs({ mode }: { mode: 'login' | 'register' }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Tabs
      value={mode}
      onChange={(_, tab: 'login' | 'register') =>
        void navigate({ to: '/', search: tab === 'register' ? { mode: 'register' } : {}, replace: true })
      }
    >
      <Tab value="login" label={t('auth.loginTab')} />
      <Tab value="register" label={t('auth.registerTab')} />
    </Tabs>
  )
}
