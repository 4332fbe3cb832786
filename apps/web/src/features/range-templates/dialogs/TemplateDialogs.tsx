import { type RangeTemplate, rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { RecordLoader } from '../../../shared/form/RecordLoader.tsx'
import { useDone } from '../../../shared/form/use-done.ts'
import { tankKeys } from '../../records/public/tanks.queries.ts'
import { rangeTemplateKeys, rangeTemplateQueries } from '../../records/public/range-templates.queries.ts'
import { EMPTY_TEMPLATE, templateValues } from './template-form-values.ts'
import { TemplateForm } from './TemplateForm.tsx'
import { TemplateView } from './TemplateView.tsx'

interface Props {
  dialog: 'create' | 'view' | 'edit' | 'copy' | 'delete'
  /** Of the record; `create` has none. */
  id?: number | undefined
  onClose: () => void
}

/** The dialogs about a range template, by the word that stands in the address. */
export function TemplateDialogs({ dialog, id, onClose }: Props) {
  const { t } = useTranslation()
  const template = useQuery({ ...rangeTemplateQueries.edited(id ?? 0), enabled: id !== undefined })
  // Each tank carries its template's limits.
  const done = useDone(onClose, rangeTemplateKeys.all, tankKeys.all)
  const created = () => done(t('rangeTemplates.messages.created'))

  if (dialog === 'create') {
    return <TemplateForm tagged={null} defaults={EMPTY_TEMPLATE} onSaved={created} onClose={onClose} />
  }
  return (
    <RecordLoader
      query={template}
      label={t('rangeTemplates.one')}
      failed={t('rangeTemplates.messages.loadFailed')}
      onClose={onClose}
    >
      {(tagged) => {
        const { record } = tagged
        const values = templateValues(record)
        if (dialog === 'delete') {
          return (
            <DeleteTemplate
              template={record}
              onDeleted={() => done(t('rangeTemplates.messages.deleted'))}
              onClose={onClose}
            />
          )
        }
        if (dialog === 'view') return <TemplateView template={record} onClose={onClose} />
        if (dialog === 'copy') {
          const copy = { ...values, name: t('rangeTemplates.copySuffix', { name: record.name }) }
          return <TemplateForm tagged={null} defaults={copy} onSaved={created} onClose={onClose} />
        }
        return (
          <TemplateForm
            tagged={tagged}
            defaults={values}
            onSaved={() => done(t('rangeTemplates.messages.updated'))}
            onClose={onClose}
          />
        )
      }}
    </RecordLoader>
  )
}

interface DeleteProps {
  template: RangeTemplate
  onDeleted: () => void
  onClose: () => void
}

/** Asks before a template is deleted; one that tanks use stays, and the way leads to them. */
function DeleteTemplate({ template: { id, name, tanks_count: count }, onDeleted, onClose }: DeleteProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  if (count > 0) {
    return (
      <ConfirmDialog
        local
        harmless
        title={t('rangeTemplates.delete.usedTitle', { name })}
        body={t('rangeTemplates.delete.usedBody', { count })}
        confirm={t('rangeTemplates.delete.showTanks')}
        onClose={onClose}
        onConfirm={() => navigate({ to: '/tanks', search: { range_template_id: id } })}
      />
    )
  }
  return (
    <ConfirmDialog
      title={t('rangeTemplates.delete.title', { name })}
      body={t('rangeTemplates.delete.bodyUnused')}
      confirm={t('rangeTemplates.delete.confirm')}
      failed={t('rangeTemplates.messages.deleteFailed')}
      onClose={onClose}
      onConfirm={async () => {
        await call(rangeTemplatesApi.remove, { params: { id } })
        onDeleted()
      }}
    />
  )
}
