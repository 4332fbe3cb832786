import type { Instant } from '@dalyan/contracts/instant'
import type { TFunction } from 'i18next'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Problems } from '../../../shared/form/form-problems.ts'
import { FormText } from '../../../shared/form/FormText.tsx'
import { readTypedTime, typedTime } from '../../../shared/form/typed-time.ts'

/** The input for the end of a suspension, as text. */
export const SUSPENDED_UNTIL_INPUT = {
  initial: '',
  value: ({ suspended_until }: { suspended_until: Instant | null }): string => typedTime(suspended_until),
  body: (until: string): Instant | null => readTypedTime(until) ?? null,
  Input: SuspendedUntil,
}

/** Only a suspended record has the field. */
function SuspendedUntil(field: { name: string; label: string }) {
  const { t } = useTranslation()
  const status = useWatch<{ status: string }, 'status'>({ name: 'status' })
  return status === 'suspended' && <FormText {...field} hint={t('common.fields.suspended_until_hint')} />
}

/** The body without an end where the record is not suspended. */
export function withoutEndUnlessSuspended<B extends { status?: string | undefined }>(body: B): B {
  return body.status === 'suspended' ? body : { ...body, suspended_until: null }
}

export function suspensionProblems(status: string, until: string, t: TFunction): Problems {
  if (status !== 'suspended' || readTypedTime(until) !== undefined) return {}
  return { suspended_until: t('validation.dateInvalid') }
}
