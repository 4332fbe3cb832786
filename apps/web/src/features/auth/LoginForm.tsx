import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemFocus } from '../../shared/form/use-problem-focus.ts'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { TextInput } from '../../shared/ui/TextInput.tsx'
import { keepTurkish, login } from './public/auth.queries.ts'
import { loginMessage } from './login-message.ts'
import { PasswordField } from './PasswordField.tsx'

interface Props {
  initialEmail: string
  onSignedIn: () => void
}

export function LoginForm({ initialEmail, onSignedIn }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const show = useSnackbar()
  const [email, setEmail] = useState(initialEmail)
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [wrongTries, setWrongTries] = useState(0)
  const signIn = useMutation({
    mutationFn: () => login(cache, { email: email.trim(), password }),
    onSuccess: () => {
      onSignedIn()
      // The sign-in stands whether or not the server keeps the language.
      keepTurkish().catch(() => show(t('errors.localeFailed')))
    },
  })

  const isFilled = email.trim() !== '' && password !== ''
  const form = useProblemFocus(signIn.error, wrongTries)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!isFilled) setWrongTries(wrongTries + 1)
    else if (!signIn.isPending) signIn.mutate()
  }

  return (
    <Stack component="form" ref={form} noValidate onSubmit={submit} spacing={2} aria-label={t('auth.loginTitle')}>
      {signIn.error && (
        <Alert severity="error" tabIndex={-1}>
          {loginMessage(t, signIn.error)}
        </Alert>
      )}
      <TextInput
        label={t('auth.email')}
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onValue={setEmail}
        problem={tried && email.trim() === '' ? t('auth.emailRequired') : undefined}
      />
      <PasswordField
        label={t('auth.password')}
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onValue={setPassword}
        problem={tried && password === '' ? t('auth.passwordRequired') : undefined}
      />
      <Button type="submit" variant="contained" size="large" aria-disabled={signIn.isPending} sx={{ minHeight: 44 }}>
        {signIn.isPending ? t('auth.submittingLogin') : t('auth.submitLogin')}
      </Button>
    </Stack>
  )
}
