import { type MetricKey, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { RangeTemplate } from '@dalyan/contracts/range-templates'
import { mdiContentDuplicate, mdiRuler } from '@mdi/js'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import rangeTemplates from '../../locales/tr/range-templates.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'
import { useList } from '../../shared/list/use-list.ts'
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx'
import { criticalText, limitsText } from './limits-text.ts'
import { templateKind } from './template-kind.tsx'
import { templateList } from './template-list-search.ts'

addWords({ rangeTemplates })

const TemplateDialogs = lazy(async () => ({ default: (await import('./dialogs/TemplateDialogs.tsx')).TemplateDialogs }))

/** The templates that hold the normal range of each metric. */
export function RangeTemplatesPage() {
  const { t } = useTranslation()
  const limits = (key: MetricKey, from: number) => ({
    key,
    label: [`measurements.metrics.${key}` as const],
    from,
    // Hidden where no template limits the metric.
    same: ({ id, ranges }: RangeTemplate) => ranges[key] && id,
    cell: ({ ranges }: RangeTemplate) => limitsText(key, ranges[key]) || t('common.fields.none'),
  })
  return (
    <ResourcePage
      kind={templateKind}
      list={useList(templateList)}
      filters={{
        active: {
          options: [
            { value: '1', label: t('rangeTemplates.active.yes') },
            { value: '0', label: t('rangeTemplates.active.no') },
          ],
        },
      }}
      columns={[
        'active',
        { name: 'name', cell: ({ name }) => <b>{name}</b> },
        limits('tank_temperature', 800),
        limits('dissolved_oxygen', 900),
        limits('ph', 1060),
        limits('salinity', 1120),
        limits('orp', 1320),
        { name: 'tanks_count', align: 'right' },
        { name: 'updated_at', from: 1200 },
      ]}
      card={{ status: 'active', details: [(template) => <AllLimits template={template} />], rows: ['tanks_count'] }}
      moreActions={[{ dialog: 'copy', label: 'rangeTemplates.duplicate', icon: mdiContentDuplicate }]}
      empty={{ icon: mdiRuler }}
      dialogs={TemplateDialogs}
    />
  )
}

/** The limits of all metrics in one line. */
function AllLimits({ template: { ranges } }: { template: RangeTemplate }) {
  const { t } = useTranslation()
  const limits = SCREEN_ORDER.flatMap((key) => {
    const text = limitsText(key, ranges[key])
    const critical = criticalText(key, ranges[key])
    const beyond = critical && ` (${t('rangeTemplates.critical.from', { limits: critical })})`
    return text ? [`${t(`measurements.metrics.${key}`)} ${text}${beyond}`] : []
  })
  return limits.join(' · ')
}
