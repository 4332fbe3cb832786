import { settingsApi } from '@dalyan/contracts/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { adminSettingsQueries, readSystem } from './public/admin-settings.queries.ts'
import { failureText } from './failure-text.ts'
import { settingsQueries } from './public/settings.queries.ts'
import { SwitchSetting } from './SwitchSetting.tsx'

/** Whether visitors may register. */
export function SelfSignupSetting() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const setting = useQuery(adminSettingsQueries.selfSignup())
  if (setting.error) return <NotLoaded error={setting.error} onRetry={() => void setting.refetch()} />
  return (
    <SwitchSetting
      label={t('settings.fields.selfSignup')}
      hint={t('settings.fields.selfSignupHint')}
      enabled={setting.data?.enabled}
      save={async (enabled) => {
        const kept = await call(settingsApi.setSelfSignup, { body: { enabled } })
        cache.setQueryData(adminSettingsQueries.selfSignup().queryKey, kept)
        cache.setQueryData(settingsQueries.selfSignup().queryKey, kept)
      }}
      saved={{ on: t('settings.messages.signupOn'), off: t('settings.messages.signupOff') }}
      failed={{ refused: t('settings.messages.updateFailed'), broken: t('settings.messages.updateError') }}
    />
  )
}

/** Whether every message of a terminal is logged. */
export function CommLoggingSetting() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const setting = useQuery(adminSettingsQueries.commLogging())
  if (setting.error) return <NotLoaded error={setting.error} onRetry={() => void setting.refetch()} />
  return (
    <SwitchSetting
      label={t('settings.fields.iotCommLogging')}
      hint={t('settings.fields.iotCommLoggingHint')}
      enabled={setting.data?.enabled}
      save={async (enabled) => {
        const kept = await call(settingsApi.setTerminalCommLogging, { body: { enabled } })
        cache.setQueryData(adminSettingsQueries.commLogging().queryKey, kept)
      }}
      saved={{ on: t('settings.messages.commOn'), off: t('settings.messages.commOff') }}
      failed={{ refused: t('settings.messages.updateFailed'), broken: t('settings.messages.updateError') }}
    />
  )
}

/** Whether every channel tries itself once a week. */
export function WeeklyTestSetting({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  return (
    <SwitchSetting
      label={t('settings.fields.weeklyTrial')}
      hint={t('settings.fields.weeklyTrialHint')}
      enabled={enabled}
      save={async (weekly_channel_test) => {
        const kept = await call(settingsApi.updateSystem, { body: { weekly_channel_test } })
        cache.setQueryData(adminSettingsQueries.system().queryKey, readSystem(kept))
      }}
      saved={{ on: t('settings.messages.trialOn'), off: t('settings.messages.trialOff') }}
      failed={{ refused: t('settings.messages.updateFailed'), broken: t('settings.messages.updateError') }}
    />
  )
}

/** In place of settings that did not come. */
export function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  const title = failureText(error, {
    refused: t('settings.messages.loadFailed'),
    broken: t('settings.messages.loadError'),
  })
  return <ErrorAlert title={title} error={error} onRetry={onRetry} />
}
