import { settingsApi } from '@dalyan/contracts/settings'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { useOnline } from '../../shared/api/online.ts'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { useSnackbar } from '../../shared/ui/SnackbarProvider.tsx'
import { adminSettingsQueries, readSystem } from './public/admin-settings.queries.ts'
import { failureText, updateFailure } from './failure-text.ts'
import { settingsQueries } from './public/settings.queries.ts'

/** Switches whether visitors may register. */
export function SelfSignupSetting() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  return (
    <LoadedSwitch
      setting={useQuery(adminSettingsQueries.selfSignup())}
      label={t('settings.fields.selfSignup')}
      hint={t('settings.fields.selfSignupHint')}
      save={async (enabled) => {
        const saved = await call(settingsApi.setSelfSignup, { body: { enabled } })
        cache.setQueryData(adminSettingsQueries.selfSignup().queryKey, saved)
        cache.setQueryData(settingsQueries.selfSignup().queryKey, saved)
      }}
      saved={{ on: t('settings.messages.signupOn'), off: t('settings.messages.signupOff') }}
    />
  )
}

/** Switches whether every message of a terminal is logged. */
export function CommLoggingSetting() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  return (
    <LoadedSwitch
      setting={useQuery(adminSettingsQueries.commLogging())}
      label={t('settings.fields.iotCommLogging')}
      hint={t('settings.fields.iotCommLoggingHint')}
      save={async (enabled) => {
        const saved = await call(settingsApi.setTerminalCommLogging, { body: { enabled } })
        cache.setQueryData(adminSettingsQueries.commLogging().queryKey, saved)
      }}
      saved={{ on: t('settings.messages.commOn'), off: t('settings.messages.commOff') }}
    />
  )
}

interface LoadedSwitchProps extends Omit<SwitchProps, 'enabled'> {
  setting: UseQueryResult<{ enabled: boolean }>
}

/** A switch whose value is loaded by itself. */
function LoadedSwitch({ setting, ...props }: LoadedSwitchProps) {
  if (setting.error) return <NotLoaded error={setting.error} onRetry={() => void setting.refetch()} />
  return <SwitchSetting enabled={setting.data?.enabled} {...props} />
}

/** Switches whether every notification channel sends a test message once a week. */
export function WeeklyTestSetting({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  return (
    <SwitchSetting
      label={t('settings.fields.weeklyTrial')}
      hint={t('settings.fields.weeklyTrialHint')}
      enabled={enabled}
      save={async (weekly_channel_test) => {
        const saved = await call(settingsApi.updateSystem, { body: { weekly_channel_test } })
        cache.setQueryData(adminSettingsQueries.system().queryKey, readSystem(saved))
      }}
      saved={{ on: t('settings.messages.trialOn'), off: t('settings.messages.trialOff') }}
    />
  )
}

interface SwitchProps {
  label: string
  hint: string
  /** The saved value; undefined while it loads. */
  enabled: boolean | undefined
  /** @throws ApiError */
  save: (enabled: boolean) => Promise<void>
  saved: { on: string; off: string }
}

/** Takes effect at once, and is undone with the reason when the server refuses. */
function SwitchSetting({ label, hint, enabled, save, saved }: SwitchProps) {
  const { t } = useTranslation()
  const id = useId()
  const show = useSnackbar()
  const online = useOnline()
  const saving = useMutation({
    mutationFn: save,
    // Saved one after the other, so that the last change counts.
    scope: { id },
    onSuccess: (_, on) => show(on ? saved.on : saved.off),
  })
  const shown = saving.isPending ? saving.variables : enabled
  return (
    <Box>
      <FormControlLabel
        label={label}
        sx={{ minHeight: 44 }}
        control={
          <Switch
            checked={shown === true}
            disabled={enabled === undefined || !online}
            onChange={(_, on) => saving.mutate(on)}
            slotProps={{ input: { 'aria-describedby': `${id}-hint` } }}
          />
        }
      />
      <div id={`${id}-hint`}>
        <Quiet small>{hint}</Quiet>
      </div>
      {saving.error && (
        <Typography role="alert" variant="body2" sx={({ tokens: { palette } }) => ({ color: palette.error.text })}>
          {failureText(saving.error, updateFailure(t))}: {saving.error.message}
        </Typography>
      )}
    </Box>
  )
}

/** Shown instead of settings that cannot be loaded. */
export function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  const texts = { refused: t('settings.messages.loadFailed'), broken: t('settings.messages.loadError') }
  return <ErrorAlert title={failureText(error, texts)} error={error} onRetry={onRetry} />
}
