import type { KeyProfile } from '@dalyan/contracts/key-profiles'
import { metricOf, type MetricKey, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import {
  CONDUCTIVITY_KINDS,
  QUALITY_LIMITS,
  type QualityRules,
  USUAL_QUALITY_LIMITS,
} from '@dalyan/contracts/quality-rules'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormField } from '../../../shared/form/use-form-field.tsx'
import { readDecimal, typedDecimal } from '../../../shared/format/decimal.ts'
import type { InputProps } from '../../../shared/resource/record-form.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { AddLine, KEY_ROW, RemoveLine } from './KeyRuleFields.tsx'

type LimitName = (typeof QUALITY_LIMITS)[number]

/** The rules of the quality gate as typed: one line for each metric that differs from the usual; an empty field stands for the usual limit. */
export interface TypedQuality {
  sensors: QualityRules['sensors']
  conductivity: QualityRules['conductivity']
  lines: readonly (Record<LimitName, string> & { metric: MetricKey | '' })[]
}

const UNKNOWN = 'unknown'
const EMPTY_LINE = { metric: '', low: '', high: '', step: '', cap: '' } as const
export const USUAL_TYPED: TypedQuality = { sensors: 'sonde', conductivity: null, lines: [] }

export function typedQuality({ sensors, conductivity, limits }: QualityRules): TypedQuality {
  const lines = SCREEN_ORDER.flatMap((metric) => {
    const own = limits[metric]
    if (!own) return []
    const text = (name: LimitName) => (own[name] === undefined ? '' : typedDecimal(own[name], 0))
    return [{ metric, low: text('low'), high: text('high'), step: text('step'), cap: text('cap') }]
  })
  return { sensors, conductivity, lines }
}

export function readQuality({ sensors, conductivity, lines }: TypedQuality): QualityRules {
  const limits: QualityRules['limits'] = {}
  for (const { metric, ...texts } of lines) {
    if (metric === '') continue
    const numbers = QUALITY_LIMITS.flatMap((name) => {
      const number = readDecimal(texts[name])
      return number === null ? [] : [[name, number] as const]
    })
    if (numbers.length > 0) limits[metric] = Object.fromEntries(numbers)
  }
  return { sensors, conductivity, limits }
}

/** Whether a line cannot be read, or its limits contradict each other. */
export function hasQualityProblem({ lines }: TypedQuality): boolean {
  const metrics = lines.flatMap(({ metric }) => (metric === '' ? [] : metric))
  if (new Set(metrics).size < metrics.length) return true
  return lines.some(({ metric, ...texts }) => {
    const number = (name: LimitName) => readDecimal(texts[name])
    if (metric === '') return QUALITY_LIMITS.some((name) => texts[name] !== '')
    if (QUALITY_LIMITS.some((name) => Number.isNaN(number(name)))) return true
    const usual = USUAL_QUALITY_LIMITS[metric]
    const isPositive = (name: LimitName) => (number(name) ?? usual[name]) > 0
    return (number('low') ?? usual.low) >= (number('high') ?? usual.high) || !isPositive('step') || !isPositive('cap')
  })
}

/** What the sensors are, and the limits of the quality gate that differ from the usual ones. */
export function QualityField(names: InputProps<KeyProfile>) {
  const { t } = useTranslation()
  const { field, isSubmitting, look } = useFormField<TypedQuality>(names)
  const id = useId()
  const typed = field.value ?? USUAL_TYPED
  const { sensors, conductivity, lines } = typed
  const save = (change: Partial<TypedQuality>) => field.onChange({ ...typed, ...change })
  return (
    <Box role="group" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography id={id} variant="subtitle2" component="h3">
        {names.label}
      </Typography>
      <Quiet small>{t('keyProfiles.quality.hint')}</Quiet>
      <TextField
        select
        size="small"
        fullWidth
        label={t('keyProfiles.quality.sensors')}
        helperText={t('keyProfiles.quality.sensorsHint')}
        value={sensors}
        disabled={isSubmitting}
        inputRef={field.ref}
        onChange={({ target }) => save({ sensors: target.value as QualityRules['sensors'] })}
        sx={{ mt: 1 }}
      >
        {(['sonde', 'separate'] as const).map((kind) => (
          <MenuItem key={kind} value={kind}>
            {t(`keyProfiles.quality.${kind}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        size="small"
        fullWidth
        label={t('keyProfiles.quality.conductivity')}
        helperText={t('keyProfiles.quality.conductivityHint')}
        value={conductivity ?? UNKNOWN}
        disabled={isSubmitting}
        onChange={({ target: { value } }) =>
          save({ conductivity: CONDUCTIVITY_KINDS.find((kind) => kind === value) ?? null })
        }
        sx={{ mt: 1.5 }}
      >
        {([UNKNOWN, ...CONDUCTIVITY_KINDS] as const).map((kind) => (
          <MenuItem key={kind} value={kind}>
            {t(`keyProfiles.quality.${kind}`)}
          </MenuItem>
        ))}
      </TextField>
      {lines.map((line, index) => {
        const usual = line.metric === '' ? null : USUAL_QUALITY_LIMITS[line.metric]
        const change = (part: Partial<typeof line>) => save({ lines: lines.with(index, { ...line, ...part }) })
        const name = line.metric === '' ? String(index + 1) : t(`measurements.metrics.${line.metric}`)
        return (
          // oxlint-disable-next-line no-array-index-key -- lines have no identity of their own; typing keeps their order
          <Box key={index} sx={KEY_ROW}>
            <TextField
              select
              size="small"
              label={t('diagnosis.names.metric')}
              value={line.metric}
              disabled={isSubmitting}
              onChange={({ target }) => change({ metric: target.value as MetricKey })}
              sx={{ flex: '1 1 100%' }}
            >
              {SCREEN_ORDER.map((key) => (
                <MenuItem key={key} value={key}>
                  {[t(`measurements.metrics.${key}`), metricOf(key).unit].filter(Boolean).join(', ')}
                </MenuItem>
              ))}
            </TextField>
            {QUALITY_LIMITS.map((limit) => (
              <TextField
                key={limit}
                size="small"
                label={t(`keyProfiles.quality.${limit}`)}
                value={line[limit]}
                disabled={isSubmitting}
                error={Number.isNaN(readDecimal(line[limit]))}
                onChange={({ target }) => change({ [limit]: target.value })}
                slotProps={{
                  inputLabel: { shrink: true },
                  htmlInput: {
                    inputMode: 'decimal',
                    autoComplete: 'off',
                    placeholder: usual ? typedDecimal(usual[limit], 0) : '',
                  },
                }}
                sx={{ flex: '1 1 84px', minWidth: 84 }}
              />
            ))}
            <RemoveLine
              label={t('keyProfiles.quality.remove', { name })}
              onClick={() => save({ lines: lines.toSpliced(index, 1) })}
            />
          </Box>
        )
      })}
      {look.error && <FormHelperText error>{look.helperText}</FormHelperText>}
      <AddLine label={t('keyProfiles.quality.add')} onClick={() => save({ lines: [...lines, EMPTY_LINE] })} />
    </Box>
  )
}

/** The rules of a profile in words. */
export function QualityText({ quality: { sensors, conductivity, limits } }: Pick<KeyProfile, 'quality'>) {
  const { t } = useTranslation()
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      <li>{t(`keyProfiles.quality.${sensors}`)}</li>
      {conductivity && (
        <li>{`${t('keyProfiles.quality.conductivity')}: ${t(`keyProfiles.quality.${conductivity}`)}`}</li>
      )}
      {SCREEN_ORDER.flatMap((metric) => {
        const own = limits[metric]
        if (!own) return []
        const parts = QUALITY_LIMITS.flatMap((name) =>
          own[name] === undefined ? [] : [`${t(`keyProfiles.quality.${name}`)} ${typedDecimal(own[name], 0)}`],
        )
        return [<li key={metric}>{`${t(`measurements.metrics.${metric}`)}: ${parts.join(', ')}`}</li>]
      })}
    </Box>
  )
}
