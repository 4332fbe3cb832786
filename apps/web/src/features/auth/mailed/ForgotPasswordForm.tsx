import { authApi } from '@dalyan/contracts/auth'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { TextInput } from '../../../shared/ui/TextInput.tsx'
import { OfflineNote, WriteButton } from '../../../shared/ui/WriteButton.tsx'

/** Asks for the link. What it says afterwards is the same whether or not there is such an account. */
export function ForgotPasswordForm() {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [tried, setTried] = useState(false)
  const asking = useMutation({
    mutationFn: () => call(authApi.forgotPassword, { body: { email: email.trim() } }),
  })
  const problems = asking.error instanceof ApiError ? asking.error.errors['email'] : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (email.trim() !== '' && !asking.isPending) asking.mutate()
  }

  if (asking.data) {
    return (
      <>
        <Alert severity="success" role="status">
          <AlertTitle>{t('accountMail.forgot.sentTitle')}</AlertTitle>
          {t('accountMail.forgot.sent', { email: email.trim(), minutes: asking.data.link_minutes })}
        </Alert>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('accountMail.forgot.sentHint')}
        </Typography>
        <Button variant="outlined" sx={{ minHeight: 44 }} onClick={() => asking.reset()}>
          {t('accountMail.forgot.again')}
        </Button>
      </>
    )
  }
  return (
    <Stack
      component="form"
      noValidate
      onSubmit={submit}
      spacing={2}
      sx={{ overflowWrap: 'anywhere' }}
      aria-label={t('accountMail.forgot.title')}
    >
      <Typography>{t('accountMail.forgot.hint')}</Typography>
      {asking.error && !problems && <ErrorAlert title={t('accountMail.forgot.failed')} error={asking.error} />}
      <TextInput
        label={t('auth.email')}
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onValue={setEmail}
        problem={tried && email.trim() === '' ? t('accountMail.forgot.emailRequired') : problems?.join(' ')}
      />
      <OfflineNote />
      <WriteButton type="submit" variant="contained" size="large" sx={{ minHeight: 44 }}>
        {asking.isPending ? t('accountMail.forgot.submitting') : t('accountMail.forgot.submit')}
      </WriteButton>
    </Stack>
  )
}
