import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Problems } from '../../../shared/form/form-problems.ts'
import { FormText } from '../../../shared/form/FormText.tsx'
import { readTypedTime } from '../../../shared/form/typed-time.ts'

/** Until when a record is suspended, as text; only a suspended one has the field. */
export function SuspendedUntil({ status }: { status: string }) {
  const { t } = useTranslation()
  if (status !== 'suspended') return null
  return (
    <FormText
      name="suspended_until"
      label={t('common.fields.suspendedUntil')}
      hint={t('common.fields.suspendedUntilHint')}
    />
  )
}

/** The status and the end of a suspension as the API takes them. */
export function suspensionBody<S extends string>(status: S, until: string) {
  return { status, suspended_until: status === 'suspended' ? (readTypedTime(until) ?? null) : null }
}

export function suspensionProblems(status: string, until: string, t: TFunction): Problems {
  if (status !== 'suspended' || readTypedTime(until) !== undefined) return {}
  return { suspended_until: t('validation.dateInvalid') }
}
