import { authApi } from '@dalyan/contracts/auth'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import accountMail from '../../locales/tr/account-mail.json' with { type: 'json' }
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { usePage } from '../../shared/ui/page-state.ts'
import { ErrorAlert, QueryError } from '../../shared/ui/ErrorAlert.tsx'
import { ProgressLine } from '../../shared/ui/ProgressLine.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { OfflineNote, WriteButton } from '../../shared/ui/WriteButton.tsx'
import { settingsQueries } from '../settings/public/settings.queries.ts'
import { GuestCard } from './GuestCard.tsx'
import { checkSession } from './public/auth.queries.ts'
import { NewPasswordFields, newPasswordProblems, TextInput, useTextForm } from './text-form.tsx'

addWords({ accountMail })

/** Requests an email with a link to a new password. */
export function ForgotPasswordPage() {
  const { t } = useTranslation()
  const mail = useQuery(settingsQueries.mail())
  return (
    <MailedPage title={t('accountMail.forgot.title')} isReady={!mail.isPending}>
      {mail.isPending && <ProgressLine />}
      {mail.error && !mail.data && <QueryError query={mail} title={t('accountMail.forgot.notLoaded')} />}
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
        <Quiet small>{t('accountMail.forgot.sentHint')}</Quiet>
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

/** Sets a new password by the link of an email. The link's token stands behind `#`, which browsers do not send, and goes to the server only in bodies. */
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
      {link.error && !isOver && <QueryError query={link} title={t('accountMail.reset.checkFailed')} />}
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

interface ResetPasswordFormProps {
  token: string
  email: string
  /** The link was used elsewhere, or it expired. */
  onOver: () => void
  onDone: (email: string) => void
}

const EMPTY = { password: '', password_confirmation: '' }

function ResetPasswordForm({ token, email, onOver, onDone }: ResetPasswordFormProps) {
  const { t } = useTranslation()
  const saving = useMutation({
    mutationFn: (input: typeof EMPTY) => call(authApi.resetPassword, { body: { token, ...input } }),
    onSuccess: (done) => onDone(done.email),
    onError: (error) => isLinkOver(error) && onOver(),
  })
  const { form, field, hasFieldErrors } = useTextForm({
    initial: EMPTY,
    check: (typed) => newPasswordProblems(t, typed),
    send: saving,
  })
  return (
    <Stack {...form} spacing={2} aria-label={t('accountMail.reset.title')}>
      <Typography>{t('accountMail.reset.for', { email })}</Typography>
      {/* So that a password manager knows whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {saving.error && !hasFieldErrors && <ErrorAlert title={t('accountMail.reset.failed')} error={saving.error} />}
      <NewPasswordFields field={field} />
      <Quiet small>
        {t('accountMail.reset.hint')} {t('accountMail.reset.others')}
      </Quiet>
      <OfflineNote />
      <WriteButton type="submit" variant="contained" size="large" sx={{ minHeight: 44 }}>
        {saving.isPending ? t('common.states.saving') : t('accountMail.reset.submit')}
      </WriteButton>
    </Stack>
  )
}

/** Confirms an address by a button, not by opening the page: virus scanners open every link of an email. */
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

interface MailedPageProps {
  title: string
  isReady: boolean
  children: ReactNode
}

/** The frame of a page that a link of an email opens, or that requests such a link; it leads back to the login. */
function MailedPage({ title, isReady, children }: MailedPageProps) {
  const { t } = useTranslation()
  usePage(title, isReady)
  return (
    <GuestCard
      below={
        <Button component={Link} to="/" replace sx={{ minHeight: 44 }}>
          {t('accountMail.forgot.toLogin')}
        </Button>
      }
    >
      <Stack spacing={2} sx={{ pt: 1, overflowWrap: 'anywhere' }}>
        <Typography variant="h2">{title}</Typography>
        {children}
      </Stack>
    </GuestCard>
  )
}

/** Whether the server refused a link for good: it is used or expired. */
function isLinkOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Says that a link is used or expired. @param why the possible reasons */
function LinkOver({ why }: { why: string }) {
  const { t } = useTranslation()
  return (
    <Alert severity="warning">
      <AlertTitle>{t('accountMail.reset.overTitle')}</AlertTitle>
      {why}
    </Alert>
  )
}
