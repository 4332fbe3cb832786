import { authApi } from '@dalyan/contracts/auth'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { OfflineNote, WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { PasswordField } from '../PasswordField.tsx'
import { isLinkOver } from './LinkOver.tsx'

interface Props {
  token: string
  email: string
  /** The link was used elsewhere, or its time is over. */
  onOver: () => void
  onDone: (email: string) => void
}

/** The new password, twice. */
export function ResetPasswordForm({ token, email, onOver, onDone }: Props) {
  const { t } = useTranslation()
  const [input, setInput] = useState({ password: '', password_confirmation: '' })
  const [tried, setTried] = useState(false)
  const saving = useMutation({
    mutationFn: () => call(authApi.resetPassword, { body: { token, ...input } }),
    onSuccess: (done) => onDone(done.email),
    onError: (error) => isLinkOver(error) && onOver(),
  })
  const refused = saving.error instanceof ApiError ? saving.error : null
  const isAtField = Object.keys(refused?.errors ?? {}).length > 0
  const problems = {
    password: input.password === '' ? t('auth.newPasswordRequired') : undefined,
    password_confirmation: input.password === input.password_confirmation ? undefined : t('auth.passwordMismatch'),
  }
  const field = (name: keyof typeof input) => ({
    name,
    required: true,
    autoComplete: 'new-password',
    value: input[name],
    onValue: (value: string) => setInput({ ...input, [name]: value }),
    problem: (tried ? problems[name] : undefined) ?? refused?.errors[name]?.join(' '),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (Object.values(problems).every((problem) => problem === undefined) && !saving.isPending) saving.mutate()
  }

  return (
    <Stack component="form" noValidate onSubmit={submit} spacing={2} aria-label={t('accountMail.reset.title')}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{t('accountMail.reset.for', { email })}</Typography>
      {/* So that a password manager knows whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {saving.error && !isAtField && <ErrorAlert title={t('accountMail.reset.failed')} error={saving.error} />}
      <PasswordField label={t('auth.newPassword')} {...field('password')} />
      <PasswordField label={t('auth.newPasswordConfirmation')} {...field('password_confirmation')} />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('accountMail.reset.hint')} {t('accountMail.reset.others')}
      </Typography>
      <OfflineNote />
      <WriteButton type="submit" variant="contained" size="large" sx={{ minHeight: 44 }}>
        {saving.isPending ? t('common.states.saving') : t('accountMail.reset.submit')}
      </WriteButton>
    </Stack>
  )
}
