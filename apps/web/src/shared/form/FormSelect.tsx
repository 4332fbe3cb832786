import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { useFormField } from './use-form-field.tsx'

interface Props {
  name: string
  label: string
  required?: boolean
  hint?: ReactNode
  options: readonly { value: string; label: string }[]
  /** Called after each choice, once the form has it. */
  onPick?: () => void
}

/** One value of a closed list, in a `FormDialog`. */
export function FormSelect({ options, onPick, ...shared }: Props) {
  const { field, isSubmitting, look } = useFormField<string>(shared)
  return (
    <TextField
      select
      {...look}
      value={field.value ?? ''}
      onChange={(event) => {
        field.onChange(event)
        onPick?.()
      }}
      onBlur={field.onBlur}
      slotProps={{ select: { readOnly: isSubmitting } }}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  )
}
