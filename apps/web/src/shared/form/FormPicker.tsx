import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { type ReactNode, useEffect, useRef } from 'react'
import { useController, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldLabel } from './FieldLabel.tsx'
import { fitsSearch } from './fits-search.ts'

const SEARCH_AFTER_MS = 300

/** A record that can be picked. */
export interface PickOption {
  id: number
  /** The field's text once it is picked. */
  label: string
  /** A second line in the list: limits, present location. */
  note?: string
}

interface Props {
  name: string
  label: string
  options: readonly PickOption[]
  loading?: boolean
  required?: boolean
  hint?: ReactNode
  /** Called with the typed text after a pause of 300 ms, to query the server; '' when the list opens again. */
  onSearch?: (text: string) => void
  /** Called with the last picked option; null when an option was removed. */
  onPick?: (option: PickOption | null) => void
}

interface OneProps extends Props {
  multiple?: false
}
interface ManyProps extends Props {
  multiple: true
}

/** Picks one record (value: its `PickOption` or null) or several (value: an array) by a part of the name, in a `FormDialog`. */
export function FormPicker({
  name,
  label,
  options,
  loading = false,
  required = false,
  hint,
  onSearch,
  onPick,
  multiple = false,
}: OneProps | ManyProps) {
  const { t } = useTranslation()
  const { field, fieldState } = useController<Record<string, PickOption | PickOption[] | null>>({ name })
  const { isSubmitting } = useFormState()
  const none = multiple ? [] : null
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <Autocomplete<PickOption, boolean>
      multiple={multiple}
      options={options}
      value={field.value ?? none}
      onChange={(_, picked, _reason, details) => {
        field.onChange(picked)
        const isThere = Array.isArray(picked) ? picked.includes(details?.option as PickOption) : picked !== null
        onPick?.(isThere ? (details?.option ?? null) : null)
      }}
      onInputChange={(_, text, reason) => {
        clearTimeout(timer.current)
        if (onSearch) timer.current = setTimeout(() => onSearch(reason === 'input' ? text.trim() : ''), SEARCH_AFTER_MS)
      }}
      onBlur={field.onBlur}
      readOnly={isSubmitting}
      loading={loading}
      loadingText={t('common.states.loading')}
      noOptionsText={t('common.states.noResultsTitle')}
      clearText={t('common.actions.clear')}
      openText={t('common.actions.showList')}
      closeText={t('common.actions.close')}
      getOptionLabel={(option) => option.label}
      getOptionKey={(option) => option.id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      filterOptions={(all, { inputValue }) =>
        all.filter((option) => fitsSearch(`${option.label} ${option.note ?? ''}`, inputValue))
      }
      filterSelectedOptions
      renderOption={({ key, ...props }, option) => (
        <Box component="li" key={key} {...props} sx={{ display: 'block !important' }}>
          {option.label}
          {option.note && <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{option.note}</Box>}
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={<FieldLabel label={label} required={required} />}
          required={required}
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? hint}
        />
      )}
    />
  )
}
