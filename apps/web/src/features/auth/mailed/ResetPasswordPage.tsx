import { authApi } from '@dalyan/contracts/auth'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { ProgressLine } from '../../../shared/ui/ProgressLine.tsx'
import { OfflineNote, WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { checkSession } from '../public/auth.queries.ts'
import { PasswordField } from '../PasswordField.tsx'
import { useTextForm } from '../use-text-form.ts'
import { isLinkOver, LinkOver, MailedPage } from './MailedPage.tsx'

/** Sets a new password by the link of an e-mail. The link's token stands behind `#`, which browsers do not send, and goes to the server only in bodies. */
export function ResetPasswordPage() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const token = useLocation({ select: ({ hash }) => hash })
  const [isUsed, setUsed] = useState(false)
  const link = useQuery({
    queryKey: ['reset-password', token],
    queryFn: ({ signal }) => call(authApi.checkPasswordReset, { body: { token } }, signal),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isOver = isUsed || isLinkOver(link.error)

  async function toLogin(email: string) {
    // This browser may have been signed in with the old password.
    await checkSession(cache)
    await navigate({ to: '/', replace: true, state: { ended: 'reset', email } })
  }
  return (
    <MailedPage title={t('accountMail.reset.title')} isReady={!link.isLoading}>
      {link.isLoading && <ProgressLine />}
      {token === '' && <Alert severity="warning">{t('accountMail.reset.missing')}</Alert>}
      {isOver && <LinkOver why={t('accountMail.reset.over')} />}
      {link.error && !isOver && (
        <ErrorAlert title={t('accountMail.reset.checkFailed')} error={link.error} onRetry={() => void link.refetch()} />
      )}
      {(isOver || token === '') && (
        <Button component={Link} to="/forgot-password" variant="outlined" sx={{ minHeight: 44 }}>
          {t('accountMail.reset.askAgain')}
        </Button>
      )}
      {link.data && !isOver && (
        <ResetPasswordForm
          token={token}
          email={link.data.email}
          onOver={() => setUsed(true)}
          onDone={(email) => void toLogin(email)}
        />
      )}
    </MailedPage>
  )
}

interface FormProps {
  token: string
  email: string
  /** The link was used elsewhere, or it expired. */
  onOver: () => void
  onDone: (email: string) => void
}

const EMPTY = { password: '', password_confirmation: '' }

function ResetPasswordForm({ token, email, onOver, onDone }: FormProps) {
  const { t } = useTranslation()
  const saving = useMutation({
    mutationFn: (input: typeof EMPTY) => call(authApi.resetPassword, { body: { token, ...input } }),
    onSuccess: (done) => onDone(done.email),
    onError: (error) => isLinkOver(error) && onOver(),
  })
  const { form, field, hasFieldErrors } = useTextForm({
    initial: EMPTY,
    check: ({ password, password_confirmation }) => ({
      password: password === '' ? t('auth.newPasswordRequired') : undefined,
      password_confirmation: password === password_confirmation ? undefined : t('auth.passwordMismatch'),
    }),
    send: saving,
  })
  return (
    <Stack {...form} spacing={2} aria-label={t('accountMail.reset.title')}>
      <Typography>{t('accountMail.reset.for', { email })}</Typography>
      {/* So that a password manager knows whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {saving.error && !hasFieldErrors && <ErrorAlert title={t('accountMail.reset.failed')} error={saving.error} />}
      <PasswordField label={t('auth.newPassword')} autoComplete="new-password" {...field('password')} />
      <PasswordField
        label={t('auth.newPasswordConfirmation')}
        autoComplete="new-password"
        {...field('password_confirmation')}
      />
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
