import TablePagination from '@mui/material/TablePagination'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../format/number.ts'
import { PAGE_SIZES } from './list-address.ts'
import type { ListChange } from './use-list.ts'

interface Props {
  page: {
    total: number
    /** More records exist than were counted. */
    total_capped?: boolean | undefined
    current_page: number
    per_page: number
  }
  onChange: (part: ListChange) => void
}

/** The pages of a list: the present one, and buttons to the others. */
export function ListPages({ page, onChange }: Props) {
  const { t } = useTranslation()
  // A list with its own page size offers no other.
  const isOffered = PAGE_SIZES.some((size) => size === page.per_page)
  return (
    <TablePagination
      component="div"
      // Where not all records were counted, there is always a next page.
      count={page.total_capped ? Math.max(page.total, page.current_page * page.per_page + 1) : page.total}
      page={page.current_page - 1}
      rowsPerPage={page.per_page}
      rowsPerPageOptions={isOffered ? [...PAGE_SIZES] : [page.per_page]}
      labelRowsPerPage={t('common.table.rowsPerPage')}
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
