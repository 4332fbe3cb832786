import { authApi } from '@dalyan/contracts/auth'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import accountMail from '../../../locales/tr/account-mail.json' with { type: 'json' }
import { call } from '../../../shared/api/call.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { useAppReady } from '../../../shared/ui/app-ready.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { ProgressLine } from '../../../shared/ui/ProgressLine.tsx'
import { checkSession } from '../public/auth.queries.ts'
import { GuestCard } from '../GuestCard.tsx'
import { isLinkOver, LinkOver } from './LinkOver.tsx'
import { ResetPasswordForm } from './ResetPasswordForm.tsx'
import { ToLogin } from './ToLogin.tsx'

addWords({ accountMail })

/** Where the mail leads who forgot his password. The right to it stands behind `#`, and is sent in bodies alone. */
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
  usePageTitle(t('accountMail.reset.title'))
  useAppReady(!link.isLoading)

  async function toLogin(email: string) {
    // This browser may have been signed in with the old password.
    await checkSession(cache)
    await navigate({ to: '/', replace: true, state: { ended: 'reset', email } })
  }
  return (
    <GuestCard below={<ToLogin />}>
      <Stack spacing={2} sx={{ pt: 1 }}>
        <Typography variant="h2">{t('accountMail.reset.title')}</Typography>
        {link.isLoading && <ProgressLine />}
        {token === '' && <Alert severity="warning">{t('accountMail.reset.missing')}</Alert>}
        {isOver && <LinkOver why={t('accountMail.reset.over')} />}
        {link.error && !isOver && (
          <ErrorAlert
            title={t('accountMail.reset.checkFailed')}
            error={link.error}
            onRetry={() => void link.refetch()}
          />
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
      </Stack>
    </GuestCard>
  )
}
