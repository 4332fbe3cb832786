import { authApi } from '@dalyan/contracts/auth'
import Alert from '@mui/material/Alert'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { sessionToken } from '../../shared/api/session-token.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { useAppReady } from '../../shared/ui/app-ready.ts'
import { useProblemFocus } from '../../shared/form/use-problem-focus.ts'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { OfflineNote, WriteButton } from '../../shared/ui/WriteButton.tsx'
import { markPasswordChanged } from './public/auth.queries.ts'
import { PasswordField } from './PasswordField.tsx'

const EMPTY = { current_password: '', password: '', password_confirmation: '' }

export function ChangePasswordPage() {
  const { t } = useTranslation()
  const show = useSnackbar()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const isTemporary = useUser().must_change_password
  const [input, setInput] = useState(EMPTY)
  const [tried, setTried] = useState(false)
  const [wrongTries, setWrongTries] = useState(0)
  usePageTitle(t('auth.changePasswordTitle'))
  useAppReady(true)

  const change = useMutation({
    mutationFn: () => call(authApi.changePassword, { body: input }),
    onSuccess: ({ token }) => {
      sessionToken.replace(token)
      setInput(EMPTY)
      setTried(false)
      show(t('auth.changePasswordSuccess'))
      if (!isTemporary) return
      markPasswordChanged(cache)
      void navigate({ to: '/home', replace: true })
    },
  })
  const refused = change.error instanceof ApiError ? change.error : null

  const problems = {
    current_password: input.current_password === '' ? t('auth.currentPasswordRequired') : undefined,
    password: input.password === '' ? t('auth.newPasswordRequired') : undefined,
    password_confirmation: input.password === input.password_confirmation ? undefined : t('auth.passwordMismatch'),
  }
  const field = (name: keyof typeof EMPTY) => ({
    name,
    required: true,
    value: input[name],
    onValue: (value: string) => setInput({ ...input, [name]: value }),
    problem: (tried ? problems[name] : undefined) ?? refused?.errors[name]?.join(' '),
  })

  const isSound = Object.values(problems).every((problem) => problem === undefined)
  const form = useProblemFocus(change.error, wrongTries)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!isSound) setWrongTries(wrongTries + 1)
    else if (!change.isPending) change.mutate()
  }

  return (
    <Stack spacing={2} sx={{ maxWidth: 420, p: { xs: 1.5, sm: 3 } }}>
      <Typography variant="h1">{t('auth.changePasswordTitle')}</Typography>
      {isTemporary && <Alert severity="info">{t('auth.temporaryPassword')}</Alert>}
      <Paper variant="outlined" sx={{ p: 2 }}>
        <Stack component="form" ref={form} noValidate onSubmit={submit} spacing={2}>
          {change.error && (
            <Alert severity="error" tabIndex={-1}>
              {t('auth.changePasswordFailed')} {change.error.message}
            </Alert>
          )}
          <PasswordField
            label={t('auth.currentPassword')}
            autoComplete="current-password"
            {...field('current_password')}
          />
          <PasswordField label={t('auth.newPassword')} autoComplete="new-password" {...field('password')} />
          <PasswordField
            label={t('auth.newPasswordConfirmation')}
            autoComplete="new-password"
            {...field('password_confirmation')}
          />
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('auth.otherSessionsNote')}
          </Typography>
          <OfflineNote />
          <WriteButton type="submit" variant="contained" sx={{ minHeight: 44 }}>
            {change.isPending ? t('common.states.saving') : t('auth.changePasswordSubmit')}
          </WriteButton>
        </Stack>
      </Paper>
    </Stack>
  )
}
