import { type RangeTemplate, rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, callIfMatch, callTagged, type Tagged } from '../../../shared/api/call.ts'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import {
  templateBody,
  templateFieldOf,
  type TemplateFormValues,
  templateProblems,
  templateValues,
} from './template-form-values.ts'
import { TemplateFields } from './TemplateFields.tsx'

interface Props {
  /** The template to change; null for a new one. */
  tagged: Tagged<RangeTemplate> | null
  defaults: TemplateFormValues
  onSaved: () => void
  onClose: () => void
}

/** Creates a range template, or changes one. */
export function TemplateForm({ tagged, defaults, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const [known, setKnown] = useState(tagged)

  async function reload(id: number): Promise<TemplateFormValues> {
    const next = await callTagged(rangeTemplatesApi.get, { params: { id } })
    setKnown(next)
    return templateValues(next.record)
  }
  async function save(values: TemplateFormValues, { overwrite }: { overwrite: boolean }): Promise<RangeTemplate> {
    const body = templateBody(values)
    if (!known) return await call(rangeTemplatesApi.create, { body })
    const { etag, record } = known
    return await callIfMatch(rangeTemplatesApi.update, overwrite ? null : etag, { params: { id: record.id }, body })
  }
  return (
    <FormDialog
      width="md"
      title={known ? t('rangeTemplates.editTitle', { name: known.record.name }) : t('rangeTemplates.createTitle')}
      submit={known ? t('common.actions.saveChanges') : t('common.actions.create')}
      failed={t('rangeTemplates.messages.saveFailed')}
      defaults={defaults}
      check={(values) => templateProblems(values, t)}
      fieldOf={templateFieldOf}
      save={save}
      {...(known ? { reload: () => reload(known.record.id) } : {})}
      onSaved={onSaved}
      onClose={onClose}
    >
      <TemplateFields template={known?.record ?? null} />
    </FormDialog>
  )
}
