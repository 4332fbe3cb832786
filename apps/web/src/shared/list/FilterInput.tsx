import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { type DaysRead, readTypedDays, type TypedDays } from '../form/typed-days.ts'
import { chosenWords, draftOfDays, type FilterField } from './filter-field.ts'

interface Props {
  field: FilterField
  value: unknown
  onValue: (value: unknown) => void
  wide?: boolean
  /** Whether problems of typed text are shown already. */
  isTried?: boolean
}

const EMPTY = ''

interface ManyProps {
  fields: readonly FilterField[]
  state: Readonly<Record<string, unknown>>
  onChange: (part: Readonly<Record<string, unknown>>) => void
}

/** Filters side by side; each is applied as soon as it is chosen. */
export function FilterInputs({ fields, state, onChange }: ManyProps) {
  return fields.map((field) => (
    <FilterInput
      key={field.name}
      field={field}
      value={state[field.name]}
      onValue={(value) => onChange({ [field.name]: value })}
    />
  ))
}

/** The control of one filter. */
export function FilterInput({ field, value, onValue, wide = false, isTried = false }: Props) {
  const { t } = useTranslation()
  if (field.kind === 'own') return field.input(value, onValue)
  const size = wide ? { width: 1 } : { minWidth: 170, maxWidth: 220 }
  if (field.kind === 'switch') {
    return (
      <FormControlLabel
        label={field.label}
        sx={{ minHeight: 44, mr: 0 }}
        control={<Switch checked={value === '1'} onChange={(_, on) => onValue(on ? '1' : undefined)} />}
      />
    )
  }
  if (field.kind === 'text') {
    return (
      <TextField
        size="small"
        label={field.label}
        value={typeof value === 'string' ? value : EMPTY}
        onChange={(event) => onValue(event.target.value || undefined)}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        sx={size}
      />
    )
  }
  if (field.kind === 'days') {
    return <DaysFilter label={field.label} value={draftOfDays(value)} onValue={onValue} isTried={isTried} />
  }
  const { options } = field
  if (field.kind === 'choice') {
    return (
      <TextField
        select
        size="small"
        label={field.label}
        value={options.some((option) => option.value === String(value)) ? String(value) : EMPTY}
        onChange={(event) => onValue(event.target.value || undefined)}
        sx={size}
      >
        <MenuItem value={EMPTY}>{t('common.fields.all')}</MenuItem>
        {options.map((option) => (
          <MenuItem key={option.value} value={option.value}>
            {option.label}
            {option.code !== undefined && (
              <Box component="small" sx={{ marginInlineStart: 1, fontSize: '0.75rem', color: 'text.secondary' }}>
                {option.code}
              </Box>
            )}
          </MenuItem>
        ))}
      </TextField>
    )
  }
  const words = chosenWords(value)
  return (
    <TextField
      select
      size="small"
      label={field.label}
      value={words}
      sx={size}
      slotProps={{
        select: {
          multiple: true,
          renderValue: () =>
            options
              .filter((option) => words.includes(option.value))
              .map((option) => option.label)
              .join(', '),
          onChange: (event) => onValue(chosenWords(event.target.value)),
        },
      }}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          <Checkbox checked={words.includes(option.value)} tabIndex={-1} disableRipple sx={{ p: 0.5, mr: 1 }} />
          <ListItemText primary={option.label} />
        </MenuItem>
      ))}
    </TextField>
  )
}

interface DaysProps {
  label: string
  value: TypedDays
  onValue: (value: TypedDays) => void
  /** Whether problems are shown already. */
  isTried: boolean
}

/** One day, or first and last day, typed as `31.01.2026`. */
function DaysFilter({ label, value, onValue, isTried }: DaysProps) {
  const { t } = useTranslation()
  const problems: DaysRead['problems'] = isTried ? readTypedDays(value).problems : undefined
  return (
    <Box role="group" aria-label={label} sx={{ display: 'grid', gap: 2 }}>
      {(['first', 'last'] as const).map((end) => (
        <TextField
          key={end}
          size="small"
          label={t(`list.days.${end}`, { label })}
          value={value[end]}
          onChange={(event) => onValue({ ...value, [end]: event.target.value })}
          error={problems?.[end] !== undefined}
          helperText={problems?.[end] ? t(`list.days.${problems[end]}`) : t(`list.days.${end}Hint`)}
          slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 20, autoComplete: 'off' } }}
        />
      ))}
    </Box>
  )
}
