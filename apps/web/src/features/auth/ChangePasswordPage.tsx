import { authApi } from '@dalyan/contracts/auth'
import Alert from '@mui/material/Alert'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { sessionToken } from '../../shared/api/session-token.ts'
import { useUser } from '../../shared/session/user.ts'
import { usePage } from '../../shared/ui/page-state.ts'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { OfflineNote, WriteButton } from '../../shared/ui/WriteButton.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { markPasswordChanged } from './public/auth.queries.ts'
import { NewPasswordFields, newPasswordProblems, PasswordField, useTextForm } from './text-form.tsx'

const EMPTY = { current_password: '', password: '', password_confirmation: '' }

export function ChangePasswordPage() {
  const { t } = useTranslation()
  const show = useSnackbar()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const isTemporary = useUser().must_change_password
  usePage(t('auth.changePasswordTitle'), true)

  const change = useMutation({
    mutationFn: (body: typeof EMPTY) => call(authApi.changePassword, { body }),
    onSuccess: ({ token }) => {
      sessionToken.replace(token)
      reset()
      show(t('auth.changePasswordSuccess'))
      if (!isTemporary) return
      markPasswordChanged(cache)
      void navigate({ to: '/home', replace: true })
    },
  })
  const { form, field, reset } = useTextForm({
    initial: EMPTY,
    check: ({ current_password, ...typed }) => ({
      current_password: current_password === '' ? t('auth.currentPasswordRequired') : undefined,
      ...newPasswordProblems(t, typed),
    }),
    send: change,
  })

  return (
    <Stack spacing={2} sx={{ maxWidth: 420, p: { xs: 1.5, sm: 3 } }}>
      <Typography variant="h1">{t('auth.changePasswordTitle')}</Typography>
      {isTemporary && <Alert severity="info">{t('auth.temporaryPassword')}</Alert>}
      <Paper variant="outlined" sx={{ p: 2 }}>
        <Stack {...form} spacing={2}>
          {change.error && (
            <Alert severity="error" tabIndex={-1}>
              {t('auth.changePasswordFailed')} {change.error.message}
            </Alert>
          )}
          <PasswordField
            label={t('auth.currentPassword')}
            autoComplete="current-password"
            {...field('current_password')}
          />
          <NewPasswordFields field={field} />
          <Quiet small>{t('auth.otherSessionsNote')}</Quiet>
          <OfflineNote />
          <WriteButton type="submit" variant="contained" sx={{ minHeight: 44 }}>
            {change.isPending ? t('common.states.saving') : t('auth.changePasswordSubmit')}
          </WriteButton>
        </Stack>
      </Paper>
    </Stack>
  )
}
