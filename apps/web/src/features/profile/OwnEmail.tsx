import { authApi } from '@dalyan/contracts/auth'
import { mdiEmailAlertOutline, mdiEmailCheckOutline } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import accountMail from '../../locales/tr/account-mail.json' with { type: 'json' }
import { call } from '../../shared/api/call.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { may, useUser } from '../../shared/session/user.ts'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { StatusChip } from '../../shared/ui/StatusChip.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { settingsQueries } from '../settings/public/settings.queries.ts'

addWords({ accountMail })

/** The user's address, whether it is confirmed, and a button to confirm it where the server can send emails. */
export function OwnEmail() {
  const { t } = useTranslation()
  const user = useUser()
  const { email, email_confirmed_at, email_trusted } = user
  const mail = useQuery(settingsQueries.mail())
  const request = useMutation({ mutationFn: () => call(authApi.askEmailConfirmation) })
  const isConfirmed = email_confirmed_at !== null
  const isOpen = !isConfirmed && (mail.isPending || mail.data?.enabled === true)
  // Keeps its place while it is unknown whether the server can send emails.
  const asKnown = { visibility: mail.isPending ? 'hidden' : 'visible' } as const
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {email}
        {isConfirmed && <StatusChip look="active" icon={mdiEmailCheckOutline} label={t('accountMail.own.confirmed')} />}
        {isOpen && (
          <Box sx={asKnown}>
            <StatusChip look="suspended" icon={mdiEmailAlertOutline} label={t('accountMail.own.unconfirmed')} />
          </Box>
        )}
      </Box>
      {isOpen && !email_trusted && may(user, 'alarms.acknowledge') && (
        <Box sx={asKnown}>
          <Quiet small>{t('accountMail.own.withheld')}</Quiet>
        </Box>
      )}
      {isOpen && !request.isSuccess && (
        <WriteButton
          variant="outlined"
          size="small"
          disabled={request.isPending}
          onClick={() => request.mutate()}
          sx={asKnown}
        >
          {t('accountMail.own.send')}
        </WriteButton>
      )}
      <Box role="status">
        {request.data && <Alert severity="success">{t('accountMail.own.sent', { email: request.data.email })}</Alert>}
      </Box>
      {request.error && <ErrorAlert title={t('accountMail.own.sendFailed')} error={request.error} />}
    </Box>
  )
}
