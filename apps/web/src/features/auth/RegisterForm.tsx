import Alert from '@mui/material/Alert'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../shared/api/api-error.ts'
import { useProblemFocus } from '../../shared/form/use-problem-focus.ts'
import { TextInput } from '../../shared/ui/TextInput.tsx'
import { OfflineNote, WriteButton } from '../../shared/ui/WriteButton.tsx'
import { type Registration, register } from './public/auth.queries.ts'
import { PasswordField } from './PasswordField.tsx'
import { registerMessage } from './register-message.ts'

const SHOWN_BEFORE_LOGIN_MS = 2_000

/** Opens an account; two seconds later the login takes over with the e-mail filled in. */
export function RegisterForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const { t } = useTranslation()
  const hintId = useId()
  const [input, setInput] = useState<Registration>({ name: '', email: '', password: '', password_confirmation: '' })
  const signUp = useMutation({ mutationFn: () => register({ ...input, email: input.email.trim() }) })

  useEffect(() => {
    if (!signUp.isSuccess) return undefined
    const timer = setTimeout(() => onRegistered(input.email.trim()), SHOWN_BEFORE_LOGIN_MS)
    return () => clearTimeout(timer)
  }, [signUp.isSuccess, input.email, onRegistered])

  const differ = input.password_confirmation !== '' && input.password !== input.password_confirmation
  const filled = [input.name, input.email, input.password, input.password_confirmation].every(
    (text) => text.trim() !== '',
  )
  const ready = filled && !differ
  const refused = signUp.error instanceof ApiError ? signUp.error : null

  const field = (name: keyof Registration) => ({
    name,
    required: true,
    value: input[name],
    onValue: (value: string) => setInput({ ...input, [name]: value }),
    problem: refused?.errors[name]?.join(' '),
  })

  const form = useProblemFocus(signUp.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (ready && !signUp.isPending && !signUp.isSuccess) signUp.mutate()
  }

  return (
    <Stack component="form" ref={form} noValidate onSubmit={submit} spacing={2} aria-label={t('auth.registerTab')}>
      {signUp.error && (
        <Alert severity="error" tabIndex={-1}>
          {registerMessage(t, signUp.error)}
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
