import Alert from '@mui/material/Alert'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import accountMail from '../../../locales/tr/account-mail.json' with { type: 'json' }
import { addWords } from '../../../shared/i18n/add-words.ts'
import { useAppReady } from '../../../shared/ui/app-ready.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { ProgressLine } from '../../../shared/ui/ProgressLine.tsx'
import { settingsQueries } from '../../settings/public/settings.queries.ts'
import { GuestCard } from '../GuestCard.tsx'
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx'
import { ToLogin } from './ToLogin.tsx'

addWords({ accountMail })

/** For who cannot sign in: a link to a new password, by mail. */
export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const mail = useQuery(settingsQueries.mail())
  usePageTitle(t('accountMail.forgot.title'))
  useAppReady(!mail.isPending)
  return (
    <GuestCard below={<ToLogin />}>
      <Stack spacing={2} sx={{ pt: 1 }}>
        <Typography variant="h2">{t('accountMail.forgot.title')}</Typography>
        {mail.isPending && <ProgressLine />}
        {mail.error && !mail.data && (
          <ErrorAlert
            title={t('accountMail.forgot.notLoaded')}
            error={mail.error}
            onRetry={() => void mail.refetch()}
          />
        )}
        {mail.data?.enabled === false && <Alert severity="info">{t('accountMail.forgot.noMail')}</Alert>}
        {mail.data?.enabled && <ForgotPasswordForm />}
      </Stack>
    </GuestCard>
  )
}
