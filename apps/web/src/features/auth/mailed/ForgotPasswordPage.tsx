import { authApi } from '@dalyan/contracts/auth'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { ProgressLine } from '../../../shared/ui/ProgressLine.tsx'
import { TextInput } from '../../../shared/ui/TextInput.tsx'
import { OfflineNote, WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { settingsQueries } from '../../settings/public/settings.queries.ts'
import { useTextForm } from '../use-text-form.ts'
import { MailedPage } from './MailedPage.tsx'

/** Requests an e-mail with a link to a new password. */
export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const mail = useQuery(settingsQueries.mail())
  return (
    <MailedPage title={t('accountMail.forgot.title')} isReady={!mail.isPending}>
      {mail.isPending && <ProgressLine />}
      {mail.error && !mail.data && (
        <ErrorAlert title={t('accountMail.forgot.notLoaded')} error={mail.error} onRetry={() => void mail.refetch()} />
      )}
      {mail.data?.enabled === false && <Alert severity="info">{t('accountMail.forgot.noMail')}</Alert>}
      {mail.data?.enabled && <ForgotPasswordForm />}
    </MailedPage>
  )
}

/** Its answer is the same whether or not there is such an account. */
function ForgotPasswordForm() {
  const { t } = useTranslation()
  const request = useMutation({
    mutationFn: ({ email }: { email: string }) => call(authApi.forgotPassword, { body: { email: email.trim() } }),
  })
  const { form, field, input, hasFieldErrors } = useTextForm({
    initial: { email: '' },
    check: ({ email }) => ({ email: email.trim() === '' ? t('accountMail.forgot.emailRequired') : undefined }),
    send: request,
  })

  if (request.data) {
    return (
      <>
        <Alert severity="success" role="status">
          <AlertTitle>{t('accountMail.forgot.sentTitle')}</AlertTitle>
          {t('accountMail.forgot.sent', { email: input.email.trim(), minutes: request.data.link_minutes })}
        </Alert>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('accountMail.forgot.sentHint')}
        </Typography>
        <Button variant="outlined" sx={{ minHeight: 44 }} onClick={() => request.reset()}>
          {t('accountMail.forgot.again')}
        </Button>
      </>
    )
  }
  return (
    <Stack {...form} spacing={2} aria-label={t('accountMail.forgot.title')}>
      <Typography>{t('accountMail.forgot.hint')}</Typography>
      {request.error && !hasFieldErrors && <ErrorAlert title={t('accountMail.forgot.failed')} error={request.error} />}
      <TextInput label={t('auth.email')} type="email" autoComplete="username" {...field('email')} />
      <OfflineNote />
      <WriteButton type="submit" variant="contained" size="large" sx={{ minHeight: 44 }}>
        {request.isPending ? t('accountMail.forgot.submitting') : t('accountMail.forgot.submit')}
      </WriteButton>
    </Stack>
  )
}
