import type { RangeTemplate } from '@dalyan/contracts/range-templates'
import { TanksLink } from '../records/public/TanksLink.tsx'

export function TemplateTanks({ template: { id, tanks_count } }: { template: RangeTemplate }) {
  return <TanksLink count={tanks_count} search={{ range_template_id: id }} />
}
