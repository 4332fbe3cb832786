import { type Tank, type TankChange, tanksApi } from '@dalyan/contracts/tanks'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { callIfMatch, callTagged, type Tagged } from '../../../shared/api/call.ts'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormSelect } from '../../../shared/form/FormSelect.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { readTypedTime } from '../../../shared/form/typed-time.ts'
import { type TankFormValues, tankValues } from './tank-form-values.ts'

/** What may be changed by who runs a tank, but does not manage it (docs/behaviour/sessions.md). */
type OperateValues = Pick<TankFormValues, 'status' | 'suspended_until' | 'notes'>

function operateValues(tank: Tank): OperateValues {
  const { status, suspended_until, notes } = tankValues(tank)
  return { status, suspended_until, notes }
}

function operateBody({ status, suspended_until, notes }: OperateValues): TankChange {
  return {
    status,
    suspended_until: status === 'suspended' ? (readTypedTime(suspended_until) ?? null) : null,
    notes: notes.trim() || null,
  }
}

interface Props {
  tagged: Tagged<Tank>
  onSaved: () => void
  onClose: () => void
}

/** Suspends a tank or takes it up again, and keeps its notes. */
export function OperateForm({ tagged, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const [{ record, etag }, setKnown] = useState(tagged)

  async function reload(): Promise<OperateValues> {
    const next = await callTagged(tanksApi.get, { params: { id: record.id } })
    setKnown(next)
    return operateValues(next.record)
  }
  return (
    <FormDialog<OperateValues, Tank>
      title={t('tanks.editTitle', { code: record.code })}
      submit={t('common.actions.saveChanges')}
      failed={t('tanks.messages.saveFailed')}
      defaults={operateValues(record)}
      check={({ status, suspended_until }): Record<string, string> =>
        status === 'suspended' && readTypedTime(suspended_until) === undefined
          ? { suspended_until: t('validation.dateInvalid') }
          : {}
      }
      save={(values, { overwrite }) =>
        callIfMatch(tanksApi.update, overwrite ? null : etag, { params: { id: record.id }, body: operateBody(values) })
      }
      reload={reload}
      onSaved={onSaved}
      onClose={onClose}
    >
      <OperateFields isRunning={record.status !== 'inactive'} />
    </FormDialog>
  )
}

/** An inactive tank is taken up by who manages it; its notes are everybody's. */
function OperateFields({ isRunning }: { isRunning: boolean }) {
  const { t } = useTranslation()
  const status = useWatch<OperateValues, 'status'>({ name: 'status' })
  const choices = isRunning ? (['active', 'suspended'] as const) : (['inactive'] as const)
  return (
    <>
      <FormSelect
        name="status"
        label={t('tanks.fields.status')}
        options={choices.map((value) => ({ value, label: t(`tanks.status.${value}`) }))}
        hint={status === 'suspended' ? t('tanks.status.suspendedHint') : undefined}
      />
      {status === 'suspended' && (
        <FormText
          name="suspended_until"
          label={t('common.fields.suspendedUntil')}
          hint={t('common.fields.suspendedUntilHint')}
        />
      )}
      <FormText name="notes" label={t('tanks.fields.notes')} multiline maxLength={4000} />
    </>
  )
}
