import { SCREEN_ORDER } from '@dalyan/contracts/metrics'
import { type RangeTemplate, rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { ResourceDialogs } from '../../../shared/resource/ResourceDialogs.tsx'
import { ResourceForm } from '../../../shared/resource/ResourceForm.tsx'
import type { DialogProps } from '../../../shared/resource/ResourcePage.tsx'
import { tankKeys } from '../../records/public/tanks.queries.ts'
import { criticalText, limitsText } from '../limits-text.ts'
import { rangeTemplateQueries } from '../../records/public/range-templates.queries.ts'
import { TemplateStateChip } from '../TemplateStateChip.tsx'
import { TemplateTanks } from '../TemplateTanks.tsx'
import { templateForm } from './template-form.tsx'

const TEMPLATES = { kind: 'rangeTemplates', api: rangeTemplatesApi, form: templateForm } as const

/** The dialogs about a range template, by their name in the address. */
export function TemplateDialogs(props: DialogProps<'create' | 'view' | 'edit' | 'copy' | 'delete'>) {
  const { t } = useTranslation()
  const { onClose } = props
  const limits = ({ ranges }: RangeTemplate) =>
    SCREEN_ORDER.map((key) => {
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
      {...TEMPLATES}
      queries={rangeTemplateQueries}
      // Each tank record contains its template's limits.
      alsoChanged={[tankKeys.all]}
      fields={(template) => [
        { label: t('rangeTemplates.fields.active'), value: <TemplateStateChip active={template.active} /> },
        { label: t('rangeTemplates.fields.delay'), value: formatNumber(template.delay_seconds) },
        ...limits(template),
        { label: t('rangeTemplates.fields.tankCount'), value: <TemplateTanks template={template} /> },
        { label: t('rangeTemplates.fields.updatedAt'), value: formatDateTime(template.updated_at) },
      ]}
      others={{
        copy: ({ record }, done) => (
          <ResourceForm
            {...TEMPLATES}
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
