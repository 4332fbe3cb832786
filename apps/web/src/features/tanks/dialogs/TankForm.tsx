import { type Tank, tanksApi } from '@dalyan/contracts/tanks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, callIfMatch, callTagged, type Tagged } from '../../../shared/api/call.ts'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { EMPTY_TANK, tankBody, tankFieldOf, tankProblems, type TankFormValues, tankValues } from './tank-form-values.ts'
import { TankFields } from './TankFields.tsx'

interface Props {
  /** The tank to change; null for a new one. */
  tagged: Tagged<Tank> | null
  onSaved: () => void
  onClose: () => void
}

/** Creates a tank, or changes one. */
export function TankForm({ tagged, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const [known, setKnown] = useState(tagged)
  const before = known?.record.status ?? null

  async function reload(id: number): Promise<TankFormValues> {
    const next = await callTagged(tanksApi.get, { params: { id } })
    setKnown(next)
    return tankValues(next.record)
  }
  async function save(values: TankFormValues, { overwrite }: { overwrite: boolean }): Promise<Tank> {
    const body = tankBody(values)
    if (!known) return await call(tanksApi.create, { body })
    return await callIfMatch(tanksApi.update, overwrite ? null : known.etag, { params: { id: known.record.id }, body })
  }
  return (
    <FormDialog
      width="md"
      title={known ? t('tanks.editTitle', { code: known.record.code }) : t('tanks.createTitle')}
      submit={known ? t('common.actions.saveChanges') : t('common.actions.create')}
      failed={t('tanks.messages.saveFailed')}
      defaults={known ? tankValues(known.record) : EMPTY_TANK}
      check={(values) => tankProblems(values, before, t)}
      fieldOf={tankFieldOf}
      save={save}
      {...(known ? { reload: () => reload(known.record.id) } : {})}
      onSaved={onSaved}
      onClose={onClose}
    >
      <TankFields tankId={known?.record.id ?? null} />
    </FormDialog>
  )
}
