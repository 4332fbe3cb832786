import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useController, useFormState } from 'react-hook-form'

/** A switch in a `FormDialog`; its value is a boolean. */
export function FormSwitch({ name, label }: { name: string; label: string }) {
  const { field } = useController<Record<string, boolean>>({ name })
  const { isSubmitting } = useFormState()
  return (
    <FormControlLabel
      label={label}
      sx={{ minHeight: 44 }}
      control={
        <Switch
          name={name}
          checked={field.value === true}
          onChange={(_, on) => field.onChange(on)}
          onBlur={field.onBlur}
          disabled={isSubmitting}
          slotProps={{ input: { ref: field.ref } }}
        />
      }
    />
  )
}
