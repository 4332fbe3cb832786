import { formatNumber } from '../../../shared/format/number.ts'
import { RouterLink } from '../../../shared/ui/links.tsx'

interface Props {
  count: number
  /** The filter of the list of tanks. */
  search: { firm_id: number } | { range_template_id: number }
  /** What the link opens, for a tooltip and screen readers. */
  label?: string
}

/** The number of a record's tanks, linked to them. */
export function TanksLink({ count, search, label }: Props) {
  if (count === 0) return '0'
  return (
    <RouterLink
      to="/tanks"
      search={search}
      {...(label === undefined ? {} : { title: label, 'aria-label': `${count}: ${label}` })}
      sx={{ display: 'inline-flex', alignItems: 'center', justifyContent: 'flex-end', minWidth: 32, minHeight: 32 }}
    >
      {formatNumber(count)}
    </RouterLink>
  )
}
