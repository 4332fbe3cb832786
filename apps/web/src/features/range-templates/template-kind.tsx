import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { formatNumber } from '../../shared/format/number.ts'
import { recordKind } from '../../shared/resource/record-kind.ts'
import { StatusChip } from '../../shared/ui/StatusChip.tsx'
import { rangeTemplateQueries } from '../records/public/range-templates.queries.ts'
import { tankKeys } from '../records/public/tanks.queries.ts'
import { TanksLink } from '../records/public/TanksLink.tsx'

export const templateKind = recordKind({
  name: 'rangeTemplates',
  hasFiles: true,
  api: rangeTemplatesApi,
  queries: rangeTemplateQueries,
  // Each tank record contains its template's limits.
  alsoChanged: [tankKeys.all],
  show: {
    active: ({ active }, t) => (
      <StatusChip look={active ? 'active' : 'inactive'} label={t(`rangeTemplates.active.${active ? 'yes' : 'no'}`)} />
    ),
    delay_seconds: ({ delay_seconds }) => formatNumber(delay_seconds),
    tanks_count: ({ id, tanks_count }) => <TanksLink count={tanks_count} search={{ range_template_id: id }} />,
  },
})
