import type { MetricKey } from '@dalyan/contracts/metrics'
import type { RangeTemplate } from '@dalyan/contracts/range-templates'
import { formatDateTime } from '../../shared/format/date-time.ts'
import type { Column } from '../../shared/list/ListTable.tsx'
import { limitsText } from './limits-text.ts'
import { TemplateStateChip } from './TemplateStateChip.tsx'
import { TemplateTanks } from './TemplateTanks.tsx'

type TemplateSort = 'name' | 'active' | 'tanks_count' | 'updated_at'

const limits = (key: MetricKey, from: number): Column<RangeTemplate, TemplateSort> => ({
  key,
  label: [`measurements.metrics.${key}`],
  from,
  cell: ({ ranges }) => limitsText(key, ranges[key]) || '—',
})

/** The template list's columns; the actions come with the page. */
export const TEMPLATE_COLUMNS: readonly Column<RangeTemplate, TemplateSort>[] = [
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
