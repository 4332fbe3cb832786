import { settingsApi, SystemSettingsChange } from '@dalyan/contracts/settings'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { contractProblems } from '../../shared/form/form-problems.ts'
import { adminSettingsQueries } from './public/admin-settings.queries.ts'
import { decoded, settingsQueries } from './public/settings.queries.ts'
import { TextSetting } from './TextSetting.tsx'

type Name = 'system_name' | 'system_title'

/** What the system is called, on its pages and in the browser's tab. */
export function IdentitySettings({ settings }: { settings: Record<Name, string> }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const check = (name: Name) => (text: string) => contractProblems(SystemSettingsChange, { [name]: text })[name]

  /** The top bar and the tab's title follow at once. */
  function keep(name: Name, value: string): void {
    const text = decoded(value)
    cache.setQueryData(settingsQueries.system().queryKey, (known) => known && { ...known, [name]: text })
    cache.setQueryData(adminSettingsQueries.system().queryKey, (known) => known && { ...known, [name]: text })
  }
  return (
    <>
      <TextSetting
        label={t('settings.fields.systemName')}
        hint={t('settings.fields.systemNameHint')}
        value={settings.system_name}
        check={check('system_name')}
        save={async (name) => keep('system_name', (await call(settingsApi.setSystemName, { body: { name } })).value)}
        saved={t('settings.messages.nameSaved')}
        failed={{ refused: t('settings.messages.nameFailed'), broken: t('settings.messages.nameError') }}
      />
      <TextSetting
        label={t('settings.fields.systemTitle')}
        hint={t('settings.fields.systemTitleHint')}
        value={settings.system_title}
        check={check('system_title')}
        save={async (title) =>
          keep('system_title', (await call(settingsApi.setSystemTitle, { body: { title } })).value)
        }
        saved={t('settings.messages.titleSaved')}
        failed={{ refused: t('settings.messages.titleFailed'), broken: t('settings.messages.titleError') }}
      />
    </>
  )
}
