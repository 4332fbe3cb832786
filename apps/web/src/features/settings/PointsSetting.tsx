import { settingsApi, SystemSettingsChange } from '@dalyan/contracts/settings'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { contractProblems } from '../../shared/form/form-problems.ts'
import { adminSettingsQueries, readSystem } from './admin-settings.queries.ts'
import { TextSetting } from './TextSetting.tsx'

/** How many points a delivered order earns its firm. */
export function PointsSetting({ points }: { points: number }) {
  const { t } = useTranslation()
  const cache = useQueryClient()

  function check(text: string): string | undefined {
    if (!/^-?\d{1,12}$/.test(text)) return t('validation.integer')
    return contractProblems(SystemSettingsChange, body(text))['points_per_delivered_order']
  }
  async function save(text: string): Promise<void> {
    const settings = await call(settingsApi.updateSystem, { body: body(text) })
    cache.setQueryData(adminSettingsQueries.system().queryKey, readSystem(settings))
  }
  return (
    <TextSetting
      numeric
      label={t('settings.fields.pointsPerOrder')}
      hint={t('settings.fields.pointsPerOrderHint')}
      value={String(points)}
      check={check}
      save={save}
      saved={t('settings.messages.pointsSaved')}
      failed={{ refused: t('settings.messages.updateFailed'), broken: t('settings.messages.updateError') }}
    />
  )
}

const body = (text: string) => ({ points_per_delivered_order: Number(text) })
