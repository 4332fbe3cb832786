import visuallyHidden from '@mui/utils/visuallyHidden'
import { useTranslation } from 'react-i18next'

/** A field's label; of a required one the accessible name says so (the star is for the eye). */
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
