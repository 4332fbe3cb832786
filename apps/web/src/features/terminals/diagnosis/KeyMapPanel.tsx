import { type Diagnosis, diagnosisApi, type KeyMap, type MappedName, type NameRule } from '@dalyan/contracts/diagnosis'
import { keyProfilesApi } from '@dalyan/contracts/key-profiles'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { typedDecimal } from '../../../shared/format/decimal.ts'
import { formatMetric } from '../../../shared/format/number.ts'
import { visibleText } from '../../../shared/format/visible-text.ts'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { RouterLink } from '../../../shared/ui/links.tsx'
import { PageSection } from '../../../shared/ui/PageSection.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { useSnackbar } from '../../../shared/ui/SnackbarProvider.tsx'
import { WriteButton } from '../../../shared/ui/WriteButton.tsx'
import { terminalKeys } from '../../records/public/terminal-keys.ts'
import { keyProfileQueries } from '../key-profiles/key-profiles.queries.ts'
import { KEY_ROW, KeyName, KeyRuleFields, readRule, ruleText, typedRule } from '../key-profiles/KeyRuleFields.tsx'
import { type KeyMapTarget, KeyMapTargetFields, otherTerminals } from './KeyMapTarget.tsx'
import { mappedValue, suggestedMetric } from './suggest-metric.ts'

interface Props {
  id: number
  diagnosis: Diagnosis
}

/**
 * The names that the terminal sends and the product does not know: each can be mapped to a metric, for this terminal or in a profile for many,
 * and its value is shown before.
 */
export function KeyMapPanel({ id, diagnosis }: Props) {
  const { unknown_names, key_map, key_profile } = diagnosis
  const { t } = useTranslation()
  const cache = useQueryClient()
  const show = useSnackbar()
  const [target, setTarget] = useState<KeyMapTarget>({ savedIn: 'terminal', name: '', forAll: false })
  const saving = useMutation({
    mutationFn: (save: () => Promise<unknown>) => save(),
    onSuccess: async () => {
      show(t('diagnosis.names.saved'))
      await Promise.all(
        [terminalKeys.all, keyProfileQueries.all].map((queryKey) => cache.invalidateQueries({ queryKey })),
      )
    },
  })
  const mapped = Object.entries(key_map)
  const shared = Object.entries(key_profile?.map ?? {}).filter(([name]) => !(name in key_map))
  if (unknown_names.length === 0 && mapped.length === 0 && !key_profile) return null
  const saveOwn = (map: KeyMap, also: number[]) =>
    saving.mutate(() => call(diagnosisApi.saveKeyMap, { params: { id }, body: { map, also } }))
  function add(name: string, rule: NameRule): void {
    const { savedIn } = target
    const others = target.forAll ? otherTerminals(diagnosis, target).map((terminal) => terminal.id) : []
    const map = { [name]: rule }
    const iot_ids = [id, ...others]
    if (savedIn === 'terminal') saveOwn({ ...key_map, ...map }, others)
    else if (savedIn === 'new') {
      saving.mutate(async () => {
        const made = await call(keyProfilesApi.create, { body: { name: target.name, map, iot_ids } })
        // Further names belong to the same profile.
        setTarget({ ...target, savedIn: made.id, name: '' })
      })
    } else saving.mutate(() => call(keyProfilesApi.addNames, { params: { id: savedIn }, body: { map, iot_ids } }))
  }
  const isBusy = saving.isPending || (target.savedIn === 'new' && target.name.trim() === '')
  return (
    <PageSection title={t(unknown_names.length > 0 ? 'diagnosis.names.title' : 'diagnosis.names.allMapped')} gap={1}>
      {saving.error && <ErrorAlert error={saving.error} title={t('diagnosis.names.failed')} />}
      {unknown_names.length > 0 && <KeyMapTargetFields diagnosis={diagnosis} target={target} onChange={setTarget} />}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {unknown_names.map(({ name, sample }) => (
          <UnknownName
            key={name}
            name={name}
            sample={sample}
            isBusy={isBusy}
            onMap={(to) => add(name, to)}
            onIgnore={() => add(name, { metric: null })}
          />
        ))}
        {mapped.map(([name, rule]) => (
          <Box component="li" key={name} sx={KEY_ROW}>
            <KeyName>{visibleText(name)}</KeyName>
            <Box component="span" sx={{ flex: '1 1 200px' }}>
              {ruleText(rule, t)}
            </Box>
            <WriteButton
              disabled={saving.isPending}
              onClick={() => saveOwn(Object.fromEntries(mapped.filter(([each]) => each !== name)), [])}
              sx={{ minHeight: 44 }}
            >
              {t('diagnosis.names.remove')}
            </WriteButton>
          </Box>
        ))}
        {shared.map(([name, rule]) => (
          <Box component="li" key={name} sx={{ ...KEY_ROW, minHeight: 44 }}>
            <KeyName>{visibleText(name)}</KeyName>
            <Box component="span" sx={{ flex: '1 1 200px' }}>
              {ruleText(rule, t)}
            </Box>
          </Box>
        ))}
      </Box>
      {key_profile && (
        <RouterLink
          to="/key-profiles"
          search={{ search: key_profile.name, dialog: 'edit', id: key_profile.id }}
          sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, justifySelf: 'start' }}
        >
          {t('diagnosis.names.profile', { name: key_profile.name, count: key_profile.terminals_count })}
        </RouterLink>
      )}
    </PageSection>
  )
}

interface UnknownNameProps {
  name: string
  sample: unknown
  isBusy: boolean
  onMap: (to: MappedName) => void
  /** The name counts as nothing from now on. */
  onIgnore: () => void
}

function UnknownName({ name, sample, isBusy, onMap, onIgnore }: UnknownNameProps) {
  const { t } = useTranslation()
  const [suggestion] = useState(() => suggestedMetric(name, sample))
  const [typed, setTyped] = useState(() => typedRule(suggestion))
  const [isOpen, setIsOpen] = useState(suggestion !== null)
  const to = readRule(typed)
  const value = to?.metric ? mappedValue(sample, to) : null
  return (
    <Box component="li" sx={KEY_ROW}>
      <KeyName>{`${visibleText(name)} = ${visibleText(sampleText(sample))}`}</KeyName>
      {isOpen ? (
        <>
          <KeyRuleFields rule={typed} onChange={setTyped} />
          <Box component="output" sx={{ flex: '1 1 110px' }}>
            {to?.metric && value !== null ? <b>{formatMetric(to.metric, value)}</b> : '–'}
            {to && value === null && <Quiet small>{t('diagnosis.names.noValue')}</Quiet>}
            {suggestion && to?.metric && to.metric === suggestion.metric && to.scale === suggestion.scale && (
              <Quiet small>{t('diagnosis.names.suggestion')}</Quiet>
            )}
          </Box>
          <WriteButton
            variant="contained"
            disabled={isBusy || value === null}
            onClick={() => to?.metric && onMap(to)}
            sx={{ minHeight: 44 }}
          >
            {t('diagnosis.names.map')}
          </WriteButton>
        </>
      ) : (
        <Button onClick={() => setIsOpen(true)} sx={{ minHeight: 44, marginInlineStart: 'auto' }}>
          {t('diagnosis.names.choose')}
        </Button>
      )}
      <WriteButton
        aria-label={t('diagnosis.names.ignoreName', { name: visibleText(name) })}
        disabled={isBusy}
        onClick={onIgnore}
        sx={{ minHeight: 44 }}
      >
        {t('diagnosis.names.ignore')}
      </WriteButton>
    </Box>
  )
}

function sampleText(sample: unknown): string {
  return typeof sample === 'number' ? typedDecimal(sample, 0) : JSON.stringify(sample)
}
