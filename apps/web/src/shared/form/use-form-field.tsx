import visuallyHidden from '@mui/utils/visuallyHidden'
import type { ReactNode } from 'react'
import { useController, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

interface Field {
  name: string
  label: string
  required?: boolean
  /** Shown below the field while it has no problem. */
  hint?: ReactNode
}

/** A field of a `FormDialog`: its value, whether it may be changed now, and what its `TextField` shows. */
export function useFormField<V>({ name, label, required = false, hint }: Field) {
  const { field, fieldState } = useController({ name })
  const { isSubmitting } = useFormState()
  return {
    field: { ...field, value: field.value as V | undefined },
    isSubmitting,
    look: {
      name,
      required,
      label: <FieldLabel label={label} required={required} />,
      inputRef: field.ref,
      error: fieldState.invalid,
      helperText: fieldState.error?.message ?? hint,
    },
  }
}

/** A field's label; the accessible name of a required field says so, the star is only visual. */
export function FieldLabel({ label, required }: { label: string; required: boolean }) {
  const { t } = useTranslation()
  if (!required) return label
  return (
    <>
      {label}
      <span style={visuallyHidden}> {t('common.fields.required')}</span>
    </>
  )
}
