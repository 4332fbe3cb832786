import { type AdminSystemSettings, settingsApi, SystemSettingsChange } from '@dalyan/contracts/settings'
import { mdiCheckCircle } from '@mdi/js'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { contractProblems } from '../../shared/form/form-problems.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { WriteButton } from '../../shared/ui/WriteButton.tsx'
import { adminSettingsQueries, readSystem } from './public/admin-settings.queries.ts'
import { failureText, type FailureTexts, updateFailure, valueProblem } from './failure-text.ts'
import { decoded, settingsQueries } from './public/settings.queries.ts'

type IdentityName = 'system_name' | 'system_title'

/** The names of the system on its pages and in the browser's tab. */
export function IdentitySettings({ settings }: { settings: Record<IdentityName, string> }) {
  const { t } = useTranslation()
  const cache = useQueryClient()

  const check = (name: IdentityName) => (text: string) => contractProblems(SystemSettingsChange, { [name]: text })[name]
  /** Changes the top bar and the tab's title at once. */
  function store(name: IdentityName, { value }: { value: string }): void {
    const part = { [name]: decoded(value) }
    cache.setQueryData(settingsQueries.system().queryKey, (known) => known && { ...known, ...part })
    cache.setQueryData(adminSettingsQueries.system().queryKey, (known) => known && { ...known, ...part })
  }
  return (
    <>
      <TextSetting
        label={t('settings.fields.systemName')}
        hint={t('settings.fields.systemNameHint')}
        value={settings.system_name}
        check={check('system_name')}
        save={async (name) => store('system_name', await call(settingsApi.setSystemName, { body: { name } }))}
        saved={t('settings.messages.nameSaved')}
        failed={{ refused: t('settings.messages.nameFailed'), broken: t('settings.messages.nameError') }}
      />
      <TextSetting
        label={t('settings.fields.systemTitle')}
        hint={t('settings.fields.systemTitleHint')}
        value={settings.system_title}
        check={check('system_title')}
        save={async (title) => store('system_title', await call(settingsApi.setSystemTitle, { body: { title } }))}
        saved={t('settings.messages.titleSaved')}
        failed={{ refused: t('settings.messages.titleFailed'), broken: t('settings.messages.titleError') }}
      />
    </>
  )
}

interface NumberSettingProps extends Pick<TextSettingProps, 'label' | 'hint' | 'saved'> {
  name: Exclude<keyof AdminSystemSettings, IdentityName | 'weekly_channel_test'>
  value: number
}

/** A setting that is an integer. */
export function NumberSetting({ name, value, ...texts }: NumberSettingProps) {
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
    // Pages of tanks read it without the right to see the other settings.
    cache.setQueryData(settingsQueries.altitude().queryKey, settings.altitude_metres)
  }
  return <TextSetting numeric value={String(value)} check={check} save={save} failed={updateFailure(t)} {...texts} />
}

interface TextSettingProps {
  label: string
  hint: string
  /** The saved value. */
  value: string
  /** An integer, typed as text. */
  numeric?: boolean
  /** The problem of the typed text; undefined: none. */
  check: (text: string) => string | undefined
  /** @throws ApiError */
  save: (text: string) => Promise<void>
  saved: string
  failed: FailureTexts
}

/** A typed setting that is saved by itself; its result is shown beside it. */
function TextSetting({ label, hint, value, numeric = false, check, save, saved, failed }: TextSettingProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const saving = useMutation({ mutationFn: save, onSuccess: () => setTyped(null) })
  const shownProblem = problem ?? valueProblem(saving.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (saving.isPending) return
    const text = (typed ?? value).trim()
    const found = check(text)
    setProblem(found)
    if (found === undefined) saving.mutate(text)
    else saving.reset()
  }
  return (
    <Box
      component="form"
      noValidate
      aria-label={label}
      onSubmit={submit}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 1.5, rowGap: 0.5 }}
    >
      <TextField
        size="small"
        label={label}
        value={typed ?? value}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(undefined)
          saving.reset()
        }}
        error={shownProblem !== undefined}
        helperText={shownProblem ?? hint}
        slotProps={{
          htmlInput: {
            autoComplete: 'off',
            maxLength: 120,
            readOnly: saving.isPending,
            ...(numeric ? { inputMode: 'numeric' } : {}),
          },
        }}
        sx={{ flex: '1 1 220px', maxWidth: 420 }}
      />
      <WriteButton type="submit" variant="outlined" aria-disabled={saving.isPending} sx={{ minHeight: 40 }}>
        {saving.isPending ? t('common.states.saving') : t('common.actions.save')}
      </WriteButton>
      <Box role="status" sx={{ flex: '1 1 200px', minHeight: 40, display: 'flex', alignItems: 'center', gap: 0.5 }}>
        {saving.isSuccess && (
          <>
            <Icon path={mdiCheckCircle} sx={{ color: 'success.main', fontSize: 20 }} />
            {saved}
          </>
        )}
        {saving.error && (
          <Box component="span" sx={({ tokens: { palette } }) => ({ color: palette.error.text })}>
            {failureText(saving.error, failed)}
            {shownProblem === undefined && `: ${saving.error.message}`}
          </Box>
        )}
      </Box>
    </Box>
  )
}
