import type { Tank, tanksApi } from '@dalyan/contracts/tanks'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormSelect } from '../../../shared/form/FormSelect.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { suspensionBody, suspensionProblems, SuspendedUntil } from '../../records/public/suspension.tsx'
import type { ChangeForm } from '../../../shared/resource/ResourceForm.tsx'
import { tankForm, type TankFormValues } from './tank-form.tsx'

type OperateValues = Pick<TankFormValues, 'status' | 'suspended_until' | 'notes'>

/** What an operator may change of a tank: suspend or resume it, and edit its notes (docs/behaviour/sessions.md). */
export const operateForm: ChangeForm<typeof tanksApi, OperateValues> = {
  values: (tank) => {
    const { status, suspended_until, notes } = tankForm.values(tank)
    return { status, suspended_until, notes }
  },
  body: ({ status, suspended_until, notes }) => ({
    ...suspensionBody(status, suspended_until),
    notes: notes.trim() || null,
  }),
  problems: ({ status, suspended_until }, t) => suspensionProblems(status, suspended_until, t),
  Fields: OperateFields,
}

/** Only an administrator resumes an inactive tank. */
function OperateFields({ record }: { record: Tank | null }) {
  const { t } = useTranslation()
  const status = useWatch<OperateValues, 'status'>({ name: 'status' })
  const choices = record?.status === 'inactive' ? (['inactive'] as const) : (['active', 'suspended'] as const)
  return (
    <>
      <FormSelect
        name="status"
        label={t('tanks.fields.status')}
        options={choices.map((value) => ({ value, label: t(`tanks.status.${value}`) }))}
        hint={status === 'suspended' ? t('tanks.status.suspendedHint') : undefined}
      />
      <SuspendedUntil status={status} />
      <FormText name="notes" label={t('tanks.fields.notes')} multiline maxLength={4000} />
    </>
  )
}
