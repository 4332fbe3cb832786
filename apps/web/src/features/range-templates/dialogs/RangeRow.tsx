import { SEVERITIES } from '@dalyan/contracts/alarm-words'
import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import type { Limits } from '@dalyan/contracts/out-of-range'
import type { Range } from '@dalyan/contracts/range-templates'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import { useController, useFormContext, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { typedDecimal } from '../../../shared/format/decimal.ts'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { RangeResult } from './RangeResult.tsx'
import { RangeStrip } from './RangeStrip.tsx'
import type { StripData } from './strip-paths.ts'
import type { RehearsedMetric } from './use-rehearsals.ts'

interface Props {
  metric: MetricKey
  /** The limits as typed; absent while both are blank. */
  range: Range | undefined
  /** The saved limits; null for a new template. */
  saved: Limits | null
  /** The history of the template's tanks; null: no values. */
  history: StripData | null
  /** The alarms that the limits would have raised; undefined when no tank uses the template, which then has no history. */
  rehearsed: RehearsedMetric | undefined
  /** Whether the critical limits are shown too. */
  withCritical: boolean
  /** Whether the limits are still those of a chosen preset. */
  isPreset: boolean
}

const LIMITS = ['min', 'max', 'critical_min', 'critical_max'] as const

/**
 * One metric's limits: lowest, highest and severity outside them, the last 30 days with the limits as handles, and what they would have raised; the
 * critical limits follow the usual ones.
 */
export function RangeRow({ metric, range, saved, history, rehearsed, withCritical, isPreset }: Props) {
  const { t } = useTranslation()
  const { errors } = useFormState()
  const { setValue } = useFormContext()
  const problemId = useId()
  const { unit, decimals } = metricOf(metric)
  const name = t(`measurements.metrics.${metric}`)
  const problem = LIMITS.map((limit) => errors[`${metric}_${limit}`]?.message).find((message) => message !== undefined)
  const limits = { min: readable(range?.min), max: readable(range?.max) }
  const described = problem === undefined ? undefined : problemId
  const limitInput = (limit: (typeof LIMITS)[number]) => (
    <LimitInput
      name={`${metric}_${limit}`}
      label={t(`rangeTemplates.fields.${limit}`)}
      fullName={t(`rangeTemplates.limitOf.${limit}`, { metric: name })}
      describedBy={described}
    />
  )
  const drag = (dragged: Limits) => {
    for (const end of ['min', 'max'] as const)
      if (dragged[end] !== limits[end])
        setValue(`${metric}_${end}`, typedDecimal(dragged[end], decimals), { shouldDirty: true, shouldTouch: true })
  }
  return (
    <Box
      role="group"
      aria-label={name}
      sx={{
        display: 'grid',
        alignItems: 'center',
        columnGap: 1,
        rowGap: 1,
        py: 1,
        borderTop: '1px solid',
        borderColor: 'divider',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr) minmax(0, 1fr)',
          sm: 'minmax(120px, 1fr) repeat(2, minmax(96px, 132px)) 120px',
          lg: `150px repeat(2, 88px) ${withCritical ? 'repeat(2, 112px)' : ''} 112px minmax(200px, 1fr) 210px`,
        },
      }}
    >
      <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, fontWeight: 500 }}>
        {name}{' '}
        {unit && (
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
            ({unit})
          </Box>
        )}
        {isPreset && <Quiet small>{t('rangeTemplates.presets.untouched')}</Quiet>}
      </Box>
      {limitInput('min')}
      {limitInput('max')}
      {withCritical &&
        (['critical_min', 'critical_max'] as const).map((limit, i) => (
          <Box
            key={limit}
            sx={{ display: 'grid', gridColumn: { sm: 2 + i, lg: 'auto' }, gridRow: { sm: 2, lg: 'auto' } }}
          >
            {limitInput(limit)}
          </Box>
        ))}
      <Box sx={{ display: 'grid', gridColumn: { sm: 4, lg: 'auto' }, gridRow: { sm: 1, lg: 'auto' } }}>
        <SeverityInput
          name={`${metric}_severity`}
          label={t('rangeTemplates.fields.severity')}
          fullName={t('rangeTemplates.fields.severityOf', { metric: name })}
        />
      </Box>
      {rehearsed && (
        <Box sx={{ minWidth: 0, pl: { lg: 1 }, gridColumn: { xs: '1 / -1', lg: 'auto' } }}>
          <RangeStrip metric={metric} data={history} limits={limits} saved={saved} onChange={drag} />
        </Box>
      )}
      <Box sx={{ minWidth: 0, gridColumn: { xs: '1 / -1', lg: rehearsed ? 'auto' : '-3 / -1' } }}>
        {problem !== undefined && (
          <FormHelperText error id={problemId} sx={{ m: 0 }}>
            {String(problem)}
          </FormHelperText>
        )}
        {problem === undefined && rehearsed && <RangeResult metric={metric} {...rehearsed} />}
      </Box>
    </Box>
  )
}

function readable(limit: number | null | undefined): number | null {
  return limit === undefined || Number.isNaN(limit) ? null : limit
}

interface InputProps {
  name: string
  /** The text in the field's frame. */
  label: string
  /** Its accessible name: the frame is too small for the metric. */
  fullName: string
}

function useInput({ name, label }: InputProps) {
  const { field, fieldState } = useController<Record<string, string>>({ name })
  const { isSubmitting: readOnly } = useFormState()
  const { value, onChange, onBlur, ref } = field
  return { shared: { size: 'small' as const, label, name, onChange, onBlur }, value, ref, readOnly, fieldState }
}

function LimitInput({ describedBy, ...props }: InputProps & { describedBy: string | undefined }) {
  const { shared, value, ref, readOnly, fieldState } = useInput(props)
  return (
    <TextField
      {...shared}
      value={value ?? ''}
      inputRef={ref}
      error={fieldState.invalid}
      slotProps={{
        htmlInput: {
          inputMode: 'decimal',
          autoComplete: 'off',
          maxLength: 12,
          readOnly,
          'aria-label': props.fullName,
          ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
        },
      }}
    />
  )
}

function SeverityInput(props: InputProps) {
  const { t } = useTranslation()
  const { shared, value, readOnly } = useInput(props)
  return (
    <TextField
      select
      {...shared}
      value={value ?? 'warning'}
      slotProps={{ select: { readOnly, SelectDisplayProps: { 'aria-label': props.fullName } } }}
    >
      {SEVERITIES.map((severity) => (
        <MenuItem key={severity} value={severity}>
          {t(`alarms.severity.${severity}`)}
        </MenuItem>
      ))}
    </TextField>
  )
}
