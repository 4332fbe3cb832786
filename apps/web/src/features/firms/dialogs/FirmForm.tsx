import { type Firm, firmsApi } from '@dalyan/contracts/firms'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, callIfMatch, callTagged, type Tagged } from '../../../shared/api/call.ts'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { EMPTY_FIRM, firmBody, firmFieldOf, type FirmFormValues, firmProblems, firmValues } from './firm-form-values.ts'
import { FirmFields } from './FirmFields.tsx'

interface Props {
  /** The firm to change; null for a new one. */
  tagged: Tagged<Firm> | null
  onSaved: () => void
  onClose: () => void
}

/** Creates a firm, or changes one. */
export function FirmForm({ tagged, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const [known, setKnown] = useState(tagged)

  async function reload(id: number): Promise<FirmFormValues> {
    const next = await callTagged(firmsApi.get, { params: { id } })
    setKnown(next)
    return firmValues(next.record)
  }
  async function save(values: FirmFormValues, { overwrite }: { overwrite: boolean }): Promise<Firm> {
    const body = firmBody(values)
    if (!known) return await call(firmsApi.create, { body })
    return await callIfMatch(firmsApi.update, overwrite ? null : known.etag, { params: { id: known.record.id }, body })
  }
  return (
    <FormDialog
      width="md"
      title={known ? t('firms.editTitle', { code: known.record.code }) : t('firms.createTitle')}
      submit={known ? t('common.actions.saveChanges') : t('common.actions.create')}
      failed={t('firms.messages.saveFailed')}
      defaults={known ? firmValues(known.record) : EMPTY_FIRM}
      check={firmProblems}
      fieldOf={firmFieldOf}
      save={save}
      {...(known ? { reload: () => reload(known.record.id) } : {})}
      onSaved={onSaved}
      onClose={onClose}
    >
      <FirmFields firmId={known?.record.id ?? null} />
    </FormDialog>
  )
}
