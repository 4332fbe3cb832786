import { type MetricKey, metricOf } from '@dalyan/contracts/metrics'
import { SEVERITIES } from '@dalyan/contracts/alarm-words'
import type { Range } from '@dalyan/contracts/range-templates'
import type { Tank } from '@dalyan/contracts/tanks'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import { useController, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { AnalogBar } from '../../../shared/charts/AnalogBar.tsx'
import { outsideBy, barValue } from './range-impact.ts'

interface Props {
  metric: MetricKey
  /** The limits as typed; absent while both are blank. */
  range: Range | undefined
  /** Tanks that use the template now. */
  tanks: readonly Tank[]
  /** Whether the critical limits are shown too. */
  withCritical: boolean
}

const LIMITS = ['min', 'max', 'critical_min', 'critical_max'] as const

/** One metric's limits: lowest, highest, severity outside them, and a bar that updates while typing; below, the critical limits. */
export function RangeRow({ metric, range, tanks, withCritical }: Props) {
  const { t } = useTranslation()
  const { errors } = useFormState()
  const problemId = useId()
  const { unit, min, max } = metricOf(metric)
  const name = t(`measurements.metrics.${metric}`)
  const problem = LIMITS.map((limit) => errors[`${metric}_${limit}`]?.message).find((message) => message !== undefined)
  const limits = { min: readable(range?.min), max: readable(range?.max) }
  const isDrawn = limits.min === null || limits.max === null || limits.min < limits.max
  const value = barValue(tanks, metric, limits)
  const described = problem === undefined ? undefined : problemId
  const limitInput = (limit: (typeof LIMITS)[number]) => (
    <LimitInput
      name={`${metric}_${limit}`}
      label={t(`rangeTemplates.fields.${limit}`)}
      fullName={t(`rangeTemplates.limitOf.${limit}`, { metric: name })}
      describedBy={described}
    />
  )
  return (
    <Box
      role="group"
      aria-label={name}
      sx={{
        display: 'grid',
        alignItems: 'center',
        gap: 1,
        gridTemplateColumns: { xs: '1fr 1fr', sm: '150px repeat(2, minmax(96px, 132px)) 120px minmax(64px, 1fr)' },
      }}
    >
      <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, fontWeight: 500 }}>
        {name}{' '}
        {unit && (
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
            ({unit})
          </Box>
        )}
      </Box>
      {limitInput('min')}
      {limitInput('max')}
      <SeverityInput
        name={`${metric}_severity`}
        label={t('rangeTemplates.fields.severity')}
        fullName={t('rangeTemplates.fields.severityOf', { metric: name })}
      />
      <Box
        sx={{ minWidth: 0, pl: { sm: 1 }, gridColumn: { xs: problem === undefined ? 'auto' : '1 / -1', sm: 'auto' } }}
      >
        {problem === undefined ? (
          isDrawn && (
            <AnalogBar
              value={value}
              limits={limits}
              bounds={{ min, max }}
              isOutside={value !== null && outsideBy(value, limits) > 0}
              isStale={false}
            />
          )
        ) : (
          <FormHelperText error id={problemId} sx={{ m: 0 }}>
            {String(problem)}
          </FormHelperText>
        )}
      </Box>
      {withCritical && (
        <>
          <Box sx={{ gridColumn: { sm: 2 }, display: 'grid' }}>{limitInput('critical_min')}</Box>
          {limitInput('critical_max')}
        </>
      )}
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
