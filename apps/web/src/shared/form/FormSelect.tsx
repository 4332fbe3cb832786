import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { useController, useFormState } from 'react-hook-form'
import { FieldLabel } from './FieldLabel.tsx'

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
export function FormSelect({ name, label, required = false, hint, options, onPick }: Props) {
  const { field, fieldState } = useController<Record<string, string>>({ name })
  const { isSubmitting } = useFormState()
  return (
    <TextField
      select
      name={name}
      label={<FieldLabel label={label} required={required} />}
      required={required}
      value={field.value ?? ''}
      onChange={(event) => {
        field.onChange(event)
        onPick?.()
      }}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? hint}
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
