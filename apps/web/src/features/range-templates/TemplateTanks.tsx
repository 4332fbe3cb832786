import type { RangeTemplate } from '@dalyan/contracts/range-templates'
import Link from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'
import { formatNumber } from '../../shared/format/number.ts'

const RouterLink = createLink(Link)

/** How many tanks use a template, leading to them. */
export function TemplateTanks({ template: { id, tanks_count } }: { template: RangeTemplate }) {
  if (tanks_count === 0) return '0'
  return (
    <RouterLink
      to="/tanks"
      search={{ range_template_id: id }}
      underline="hover"
      sx={{ display: 'inline-flex', alignItems: 'center', justifyContent: 'flex-end', minWidth: 32, minHeight: 32 }}
    >
      {formatNumber(tanks_count)}
    </RouterLink>
  )
}
