import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../shared/api/api-error.ts'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { TextInput } from '../../shared/ui/TextInput.tsx'
import { login, saveTurkish } from './public/auth.queries.ts'
import { PasswordField } from './PasswordField.tsx'
import { useTextForm } from './use-text-form.ts'

interface Props {
  initialEmail: string
  onSignedIn: () => void
}

export function LoginForm({ initialEmail, onSignedIn }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const show = useSnackbar()
  const signIn = useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) =>
      login(cache, { email: email.trim(), password }),
    onSuccess: () => {
      onSignedIn()
      // The user stays signed in whether or not the server saves the language.
      saveTurkish().catch(() => show(t('errors.localeFailed')))
    },
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
      <TextInput label={t('auth.email')} type="email" autoComplete="username" {...field('email')} />
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
