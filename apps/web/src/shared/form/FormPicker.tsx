import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { useAfterPause } from '../ui/use-after-pause.ts'
import { fitsSearch } from './fits-search.ts'
import { useFormField } from './use-form-field.tsx'

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
  options,
  loading = false,
  onSearch,
  onPick,
  multiple = false,
  ...shared
}: OneProps | ManyProps) {
  const { field, isSubmitting, look } = useFormField<PickOption | PickOption[] | null>(shared)
  const none = multiple ? [] : null
  const afterPause = useAfterPause()
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
      onInputChange={(_, text, reason) => afterPause(() => onSearch?.(reason === 'input' ? text.trim() : ''))}
      onBlur={field.onBlur}
      readOnly={isSubmitting}
      loading={loading}
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
      renderInput={(params) => <TextField {...params} {...look} />}
    />
  )
}
