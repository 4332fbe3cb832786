import visuallyHidden from '@mui/utils/visuallyHidden'
import { useTranslation } from 'react-i18next'

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
