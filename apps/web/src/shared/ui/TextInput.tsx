import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import InputLabel from '@mui/material/InputLabel'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type ReactNode, useId } from 'react'

export interface TextInputProps {
  label: string
  name: string
  value: string
  onValue: (value: string) => void
  type?: 'text' | 'email' | 'password'
  autoComplete?: string
  required?: boolean
  /** The problem of the value; absent: none. */
  problem?: string | undefined
  endAdornment?: ReactNode
}

/** A labelled text field with its problem below. Smaller than MUI's TextField, which includes menus: the login is part of the first load. */
export function TextInput({
  label,
  name,
  value,
  onValue,
  type = 'text',
  autoComplete,
  required,
  problem,
  endAdornment,
}: TextInputProps) {
  const id = useId()
  const problemId = `${id}-problem`
  return (
    <FormControl fullWidth required={required ?? false} error={problem !== undefined}>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput
        id={id}
        name={name}
        label={label}
        type={type}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        autoComplete={autoComplete}
        endAdornment={endAdornment}
        aria-describedby={problem === undefined ? undefined : problemId}
      />
      {problem !== undefined && <FormHelperText id={problemId}>{problem}</FormHelperText>}
    </FormControl>
  )
}
