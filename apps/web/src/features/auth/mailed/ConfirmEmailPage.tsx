import { authApi } from '@dalyan/contracts/auth'
import Alert from '@mui/material/Alert'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import accountMail from '../../../locales/tr/account-mail.json' with { type: 'json' }
import { call } from '../../../shared/api/call.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { useAppReady } from '../../../shared/ui/app-ready.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { OfflineNote, WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { checkSession } from '../public/auth.queries.ts'
import { GuestCard } from '../GuestCard.tsx'
import { isLinkOver, LinkOver } from './LinkOver.tsx'
import { ToLogin } from './ToLogin.tsx'

addWords({ accountMail })

/** Confirms an address by a button, never by opening: programs that look for viruses open every link of a mail. */
export function ConfirmEmailPage() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const token = useLocation({ select: ({ hash }) => hash })
  const confirming = useMutation({
    mutationFn: () => call(authApi.confirmEmail, { body: { token } }),
    onSuccess: () => checkSession(cache),
  })
  const isOver = isLinkOver(confirming.error)
  usePageTitle(t('accountMail.confirm.title'))
  useAppReady(true)
  return (
    <GuestCard below={<ToLogin />}>
      <Stack spacing={2} sx={{ pt: 1, overflowWrap: 'anywhere' }}>
        <Typography variant="h2">{t('accountMail.confirm.title')}</Typography>
        {token === '' && <Alert severity="warning">{t('accountMail.reset.missing')}</Alert>}
        {confirming.data && (
          <Alert severity="success" role="status">
            {t('accountMail.confirm.done', { email: confirming.data.email })}
          </Alert>
        )}
        {isOver && <LinkOver why={t('accountMail.confirm.over')} />}
        {confirming.error && !isOver && <ErrorAlert title={t('accountMail.confirm.failed')} error={confirming.error} />}
        {token !== '' && !confirming.data && !isOver && (
          <>
            <Typography>{t('accountMail.confirm.hint')}</Typography>
            <OfflineNote />
            <WriteButton
              variant="contained"
              size="large"
              sx={{ minHeight: 48 }}
              disabled={confirming.isPending}
              onClick={() => confirming.mutate()}
            >
              {confirming.isPending ? t('accountMail.confirm.submitting') : t('accountMail.confirm.submit')}
            </WriteButton>
          </>
        )}
      </Stack>
    </GuestCard>
  )
}
