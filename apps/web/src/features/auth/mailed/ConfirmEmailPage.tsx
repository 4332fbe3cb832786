import { authApi } from '@dalyan/contracts/auth'
import Alert from '@mui/material/Alert'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { OfflineNote, WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { checkSession } from '../public/auth.queries.ts'
import { isLinkOver, LinkOver, MailedPage } from './MailedPage.tsx'

/** Confirms an address by a button, not by opening the page: virus scanners open every link of an e-mail. */
export function ConfirmEmailPage() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const token = useLocation({ select: ({ hash }) => hash })
  const confirming = useMutation({
    mutationFn: () => call(authApi.confirmEmail, { body: { token } }),
    onSuccess: () => checkSession(cache),
  })
  const isOver = isLinkOver(confirming.error)
  return (
    <MailedPage title={t('accountMail.confirm.title')} isReady>
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
    </MailedPage>
  )
}
