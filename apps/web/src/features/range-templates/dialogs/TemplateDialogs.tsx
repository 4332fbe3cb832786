import { metricsInUse, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import { type RangeTemplate, RangeTemplateInput } from '@dalyan/contracts/range-templates'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { recordFields } from '../../../shared/resource/record-values.tsx'
import { ResourceDialogs } from '../../../shared/resource/ResourceDialogs.tsx'
import { ResourceForm } from '../../../shared/resource/ResourceForm.tsx'
import type { DialogProps, DialogsOf } from '../../../shared/resource/ResourcePage.tsx'
import { criticalText, limitsText } from '../limits-text.ts'
import { templateKind } from '../template-kind.tsx'
import type { templateList } from '../template-list-search.ts'
import { templateForm } from './template-form.tsx'
import { TemplateVersions } from './TemplateVersions.tsx'

/** The dialogs about a range template, by their name in the address. */
export function TemplateDialogs(props: DialogProps<DialogsOf<typeof templateList>>) {
  const { t } = useTranslation()
  const { onClose } = props
  const limits = ({ ranges }: RangeTemplate) =>
    metricsInUse(SCREEN_ORDER, (key) => ranges[key] !== undefined).map((key) => {
      const range = ranges[key]
      const critical = criticalText(key, range)
      const parts = range && [
        limitsText(key, range),
        t(`alarms.severity.${range.severity}`),
        ...(critical ? [t('rangeTemplates.critical.from', { limits: critical })] : []),
      ]
      return { label: t(`measurements.metrics.${key}`), value: parts?.filter(Boolean).join(' · ') }
    })
  return (
    <ResourceDialogs
      {...props}
      kind={templateKind}
      form={templateForm}
      fileInput={RangeTemplateInput}
      fields={(template) => [
        ...recordFields(templateKind, ['active', 'delay_seconds'], template, t),
        ...limits(template),
        ...recordFields(templateKind, ['tanks_count', 'updated_at'], template, t),
      ]}
      below={(tagged) => <TemplateVersions tagged={tagged} />}
      others={{
        copy: ({ record }, done) => (
          <ResourceForm
            kind={templateKind}
            form={templateForm}
            tagged={null}
            defaults={{
              ...templateForm.values(record),
              name: t('rangeTemplates.copySuffix', { name: record.name }),
            }}
            onSaved={() => done(t('rangeTemplates.messages.created'))}
            onClose={onClose}
          />
        ),
        delete: ({ record }) => record.tanks_count > 0 && <UsedTemplate template={record} onClose={onClose} />,
      }}
    />
  )
}

/** A template that tanks use cannot be deleted: leads to those tanks instead. */
function UsedTemplate({
  template: { id, name, tanks_count: count },
  onClose,
}: {
  template: RangeTemplate
  onClose: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
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
