import { SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { RangeTemplate } from '@dalyan/contracts/range-templates'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { RecordDialog } from '../../../shared/form/RecordDialog.tsx'
import { criticalText, limitsText } from '../limits-text.ts'
import { TemplateStateChip } from '../TemplateStateChip.tsx'
import { TemplateTanks } from '../TemplateTanks.tsx'

/** A range template to read: every metric with its limits, how grave it is to be outside, and from where on it is critical. */
export function TemplateView({ template, onClose }: { template: RangeTemplate; onClose: () => void }) {
  const { t } = useTranslation()
  const { name, active, delay_seconds, ranges, updated_at } = template
  const limits = SCREEN_ORDER.map((key) => {
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
    <RecordDialog
      title={t('rangeTemplates.viewTitle', { name })}
      onClose={onClose}
      fields={[
        { label: t('rangeTemplates.fields.active'), value: <TemplateStateChip active={active} /> },
        { label: t('rangeTemplates.fields.delay'), value: formatNumber(delay_seconds) },
        ...limits,
        { label: t('rangeTemplates.fields.tankCount'), value: <TemplateTanks template={template} /> },
        { label: t('rangeTemplates.fields.updatedAt'), value: formatDateTime(updated_at) },
      ]}
    />
  )
}
