import type { KeyMap } from '@dalyan/contracts/diagnosis'
import { type KeyProfile, KeyProfileInput } from '@dalyan/contracts/key-profiles'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormField } from '../../../shared/form/use-form-field.tsx'
import { type InputProps, recordForm } from '../../../shared/resource/record-form.tsx'
import { ResourceDialogs } from '../../../shared/resource/ResourceDialogs.tsx'
import type { DialogProps, DialogsOf } from '../../../shared/resource/ResourcePage.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { keyProfileKind } from './key-profile-kind.tsx'
import type { keyProfileList } from './key-profile-list-search.ts'
import {
  hasQualityProblem,
  QualityField,
  readQuality,
  type TypedQuality,
  typedQuality,
  USUAL_TYPED,
} from './QualityField.tsx'
import { AddLine, KEY_ROW, KeyRuleFields, readRule, RemoveLine, type TypedRule, typedRule } from './KeyRuleFields.tsx'

interface TypedName extends TypedRule {
  /** The device's own name. */
  name: string
}

const NO_NAME: TypedName = { name: '', ...typedRule(null) }

const keyProfileForm = recordForm(
  keyProfileKind,
  {
    name: { required: true, maxLength: 120 },
    map: {
      initial: [NO_NAME],
      value: ({ map }: KeyProfile): TypedName[] =>
        Object.entries(map).map(([name, rule]) => ({ name, ...typedRule(rule) })),
      body: (rows: readonly TypedName[]): KeyMap =>
        Object.fromEntries(
          rows.flatMap((row) => {
            const rule = readRule(row)
            return rule && row.name !== '' ? [[row.name, rule]] : []
          }),
        ),
      Input: KeyMapField,
    },
    quality: {
      initial: USUAL_TYPED,
      value: ({ quality }: KeyProfile): TypedQuality => typedQuality(quality),
      body: readQuality,
      Input: QualityField,
    },
    iot_ids: { initial: undefined, value: () => undefined, body: () => undefined, Input: () => null },
  },
  {
    width: 'sm',
    problems: ({ map: rows, quality }, t) => {
      if (hasQualityProblem(quality)) return { quality: t('keyProfiles.quality.problem') }
      const used = rows.filter((row) => row.name !== '' || row.metric !== '')
      const names = used.map(({ name }) => name)
      if (used.some((row) => row.name === '' || readRule(row) === null)) return { map: t('keyProfiles.incomplete') }
      if (new Set(names).size < names.length) return { map: t('keyProfiles.repeated') }
      return {}
    },
  },
)

/** Name and metric share a line where there is space; factor, offset and the button to remove stand together below. */
const TYPED_ROW = {
  ...KEY_ROW,
  '& > div:nth-of-type(-n + 2)': { flex: { xs: '1 1 100%', sm: '1 1 230px' } },
} as const

/** The dialogs about a key profile, by their name in the address. */
export function KeyProfileDialogs(props: DialogProps<DialogsOf<typeof keyProfileList>>) {
  return (
    <ResourceDialogs
      {...props}
      kind={keyProfileKind}
      form={keyProfileForm}
      fileInput={KeyProfileInput}
      fields={['map', 'quality', 'terminals_count', 'last_modified_by', 'created_at', 'updated_at']}
    />
  )
}

/** The names of a profile, one line each; a line without name and metric counts as none. */
function KeyMapField({ record, ...names }: InputProps<KeyProfile>) {
  const { t } = useTranslation()
  const { field, isSubmitting, look } = useFormField<TypedName[]>(names)
  const id = useId()
  const rows = field.value ?? []
  const change = (index: number, row: TypedName) => field.onChange(rows.with(index, row))
  return (
    <Box role="group" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography id={id} variant="subtitle2" component="h3">
        {names.label}
      </Typography>
      <Quiet small>
        {record && record.terminals_count > 0
          ? t('keyProfiles.affects', { count: record.terminals_count })
          : t('keyProfiles.mapHint')}
      </Quiet>
      {rows.map((row, index) => (
        // oxlint-disable-next-line no-array-index-key -- lines have no identity of their own; typing keeps their order
        <Box key={index} sx={TYPED_ROW}>
          <TextField
            size="small"
            label={t('keyProfiles.deviceName')}
            value={row.name}
            disabled={isSubmitting}
            inputRef={index === 0 ? field.ref : undefined}
            onChange={({ target }) => change(index, { ...row, name: target.value })}
            slotProps={{
              htmlInput: { maxLength: 64, lang: 'en', autoComplete: 'off', autoCapitalize: 'off', spellCheck: false },
            }}
          />
          <KeyRuleFields mayIgnore rule={row} onChange={(rule) => change(index, { ...row, ...rule })} />
          <RemoveLine
            label={t('keyProfiles.removeName', { name: row.name || String(index + 1) })}
            onClick={() => field.onChange(rows.toSpliced(index, 1))}
          />
        </Box>
      ))}
      {look.error && <FormHelperText error>{look.helperText}</FormHelperText>}
      <AddLine label={t('keyProfiles.addName')} onClick={() => field.onChange([...rows, NO_NAME])} />
    </Box>
  )
}
