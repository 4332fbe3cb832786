import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { useFormField } from './use-form-field.tsx'

interface Props {
  name: string
  label: string
  required?: boolean
  /** Shown below the field while it has no problem. */
  hint?: ReactNode
  type?: 'text' | 'email' | 'password' | 'tel'
  autoComplete?: string
  maxLength?: number
  /** Several lines. */
  multiline?: boolean
  /** A code: upper-cased by the rules of English, as `i` may not become `İ`. */
  code?: boolean
  /** A number, typed with a comma or a point; the value is text. */
  decimal?: boolean
  /** Has the focus when the form opens. */
  autoFocus?: boolean
  /** Shown after the text: a unit, a button. */
  end?: ReactNode
}

/** A text field of a `FormDialog`; its value is a string. */
export function FormText({
  type = 'text',
  autoComplete = 'off',
  maxLength,
  multiline = false,
  code = false,
  decimal = false,
  autoFocus = false,
  end,
  ...shared
}: Props) {
  const { field, isSubmitting, look } = useFormField<string>(shared)
  return (
    <TextField
      {...look}
      autoFocus={autoFocus}
      type={type}
      value={field.value ?? ''}
      onChange={(event) => field.onChange(code ? event.target.value.toLocaleUpperCase('en-US') : event.target.value)}
      onBlur={field.onBlur}
      multiline={multiline}
      {...(multiline ? { minRows: 2, maxRows: 8 } : {})}
      slotProps={{
        htmlInput: {
          autoComplete,
          readOnly: isSubmitting,
          ...(maxLength === undefined ? {} : { maxLength }),
          ...(code ? { lang: 'en', spellCheck: false, autoCapitalize: 'characters' } : {}),
          ...(decimal ? { inputMode: 'decimal' } : {}),
        },
        ...(end === undefined ? {} : { input: { endAdornment: end } }),
      }}
    />
  )
}
