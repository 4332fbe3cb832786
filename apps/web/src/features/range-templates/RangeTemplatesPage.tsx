import { type MetricKey, SCREEN_ORDER } from '@dalyan/contracts/metrics'
import type { RangeTemplate } from '@dalyan/contracts/range-templates'
import { mdiContentDuplicate, mdiRuler } from '@mdi/js'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import rangeTemplates from '../../locales/tr/range-templates.json' with { type: 'json' }
import { formatDateTime } from '../../shared/format/date-time.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { CardHead } from '../../shared/list/CardHead.tsx'
import type { Column } from '../../shared/list/ListTable.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { RecordActions } from '../../shared/resource/RecordActions.tsx'
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx'
import { criticalText, limitsText } from './limits-text.ts'
import { rangeTemplateQueries } from '../records/public/range-templates.queries.ts'
import { templateList } from './template-list-search.ts'
import { TemplateStateChip } from './TemplateStateChip.tsx'
import { TemplateTanks } from './TemplateTanks.tsx'

addWords({ rangeTemplates })

const TemplateDialogs = lazy(async () => ({ default: (await import('./dialogs/TemplateDialogs.tsx')).TemplateDialogs }))

type TemplateColumn = Column<RangeTemplate, 'name' | 'active' | 'tanks_count' | 'updated_at'>

const limits = (key: MetricKey, from: number): TemplateColumn => ({
  key,
  label: [`measurements.metrics.${key}`],
  from,
  cell: ({ ranges }) => limitsText(key, ranges[key]) || '—',
})

const COLUMNS: readonly TemplateColumn[] = [
  {
    key: 'active',
    label: ['rangeTemplates.fields.active'],
    sort: 'active',
    cell: ({ active }) => <TemplateStateChip active={active} />,
  },
  { key: 'name', label: ['rangeTemplates.fields.name'], sort: 'name', cell: ({ name }) => <b>{name}</b> },
  limits('tank_temperature', 800),
  limits('ph', 800),
  limits('salinity', 1000),
  limits('orp', 1200),
  {
    key: 'tanks',
    label: ['rangeTemplates.fields.tankCount'],
    sort: 'tanks_count',
    align: 'right',
    cell: (template) => <TemplateTanks template={template} />,
  },
  {
    key: 'updated',
    label: ['rangeTemplates.fields.updatedAt'],
    sort: 'updated_at',
    from: 1200,
    cell: ({ updated_at }) => formatDateTime(updated_at),
  },
]

/** The templates that hold the normal range of each metric. */
export function RangeTemplatesPage() {
  const { t } = useTranslation()
  const list = useList(templateList)
  return (
    <ResourcePage
      kind="rangeTemplates"
      list={list}
      query={useQuery(rangeTemplateQueries.list(list.query))}
      filters={[
        {
          kind: 'choice',
          name: 'active',
          label: t('rangeTemplates.fields.active'),
          options: [
            { value: '1', label: t('rangeTemplates.active.yes') },
            { value: '0', label: t('rangeTemplates.active.no') },
          ],
        },
        { kind: 'text', name: 'name', label: t('rangeTemplates.fields.name'), more: true },
      ]}
      columns={COLUMNS}
      actions={(template, onOpen) => (
        <RecordActions
          record={template}
          onOpen={onOpen}
          more={[{ dialog: 'copy', label: t('rangeTemplates.duplicate'), icon: mdiContentDuplicate }]}
        />
      )}
      card={(template, actions) => <TemplateCard template={template} actions={actions} />}
      empty={{ icon: mdiRuler }}
      dialogs={TemplateDialogs}
    />
  )
}

/** A template of the list on a phone. */
function TemplateCard({ template, actions }: { template: RangeTemplate; actions: ReactNode }) {
  const { t } = useTranslation()
  const ranges = SCREEN_ORDER.flatMap((key) => {
    const text = limitsText(key, template.ranges[key])
    const critical = criticalText(key, template.ranges[key])
    const beyond = critical && ` (${t('rangeTemplates.critical.from', { limits: critical })})`
    return text ? [`${t(`measurements.metrics.${key}`)} ${text}${beyond}`] : []
  })
  return (
    <>
      <CardHead title={template.name} status={<TemplateStateChip active={template.active} />} actions={actions} />
      <Box sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>{ranges.join(' · ')}</Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          fontSize: '0.875rem',
          minHeight: 32,
        }}
      >
        <span>{t('rangeTemplates.fields.tankCount')}</span>
        <TemplateTanks template={template} />
      </Box>
    </>
  )
}
