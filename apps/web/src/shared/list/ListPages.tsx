import TablePagination from '@mui/material/TablePagination'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../format/number.ts'
import { PAGE_SIZES } from './list-address.ts'

interface Props {
  page: {
    total: number
    /** More records exist than were counted. */
    total_capped?: boolean | undefined
    current_page: number
    per_page: number
  }
  /** The page sizes that the list offers; empty: only its own. */
  sizes?: readonly number[]
  /** The name of the page size. */
  label?: string
  onChange: (part: { page: number } | { per_page: number }) => void
}

/** The pages of a list: the present one, and buttons to the others. */
export function ListPages({ page, sizes = PAGE_SIZES, label, onChange }: Props) {
  const { t } = useTranslation()
  // Where not all records were counted, there is always a next page.
  const count = page.total_capped ? Math.max(page.total, page.current_page * page.per_page + 1) : page.total
  const lastPage = Math.max(1, Math.ceil(count / page.per_page))
  // A list with its own page size offers no other.
  const isOffered = sizes.includes(page.per_page)
  return (
    <TablePagination
      component="div"
      count={count}
      page={Math.min(page.current_page, lastPage) - 1}
      rowsPerPage={page.per_page}
      rowsPerPageOptions={isOffered ? [...sizes] : [page.per_page]}
      labelRowsPerPage={label ?? t('common.table.rowsPerPage')}
      labelDisplayedRows={({ from, to }) =>
        t('common.table.displayedRows', {
          from: formatNumber(from),
          to: formatNumber(to),
          total: `${formatNumber(page.total)}${page.total_capped ? '+' : ''}`,
        })
      }
      onPageChange={(_, next) => onChange({ page: next + 1 })}
      onRowsPerPageChange={(event) => onChange({ per_page: Number(event.target.value) })}
    />
  )
}
