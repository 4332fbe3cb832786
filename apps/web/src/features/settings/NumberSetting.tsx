import { type AdminSystemSettings, settingsApi, SystemSettingsChange } from '@dalyan/contracts/settings'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { contractProblems } from '../../shared/form/form-problems.ts'
import { adminSettingsQueries, readSystem } from './public/admin-settings.queries.ts'
import { TextSetting } from './TextSetting.tsx'

interface Props {
  name: Exclude<keyof AdminSystemSettings, 'system_name' | 'system_title' | 'weekly_channel_test'>
  value: number
  label: string
  hint: string
  saved: string
}

/** One of the system's settings that are whole numbers. */
export function NumberSetting({ name, value, label, hint, saved }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const body = (text: string): SystemSettingsChange => ({ [name]: Number(text) })

  function check(text: string): string | undefined {
    if (!/^-?\d{1,12}$/.test(text)) return t('validation.integer')
    return contractProblems(SystemSettingsChange, body(text))[name]
  }
  async function save(text: string): Promise<void> {
    const settings = await call(settingsApi.updateSystem, { body: body(text) })
    cache.setQueryData(adminSettingsQueries.system().queryKey, readSystem(settings))
  }
  return (
    <TextSetting
      numeric
      label={label}
      hint={hint}
      value={String(value)}
      check={check}
      save={save}
      saved={saved}
      failed={{ refused: t('settings.messages.updateFailed'), broken: t('settings.messages.updateError') }}
    />
  )
}
