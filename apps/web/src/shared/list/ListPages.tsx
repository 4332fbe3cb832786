import TablePagination from '@mui/material/TablePagination'
import { useTranslation } from 'react-i18next'
import { PAGE_SIZES } from './list-address.ts'
import type { ListChange } from './use-list.ts'

interface Props {
  page: { total: number; current_page: number; per_page: number }
  onChange: (part: ListChange) => void
}

/** Which part of a list is on screen, and the way to the others. */
export function ListPages({ page, onChange }: Props) {
  const { t } = useTranslation()
  // A list that sets its own size offers no other.
  const isOffered = PAGE_SIZES.some((size) => size === page.per_page)
  return (
    <TablePagination
      component="div"
      count={page.total}
      page={page.current_page - 1}
      rowsPerPage={page.per_page}
      rowsPerPageOptions={isOffered ? [...PAGE_SIZES] : [page.per_page]}
      labelRowsPerPage={t('common.table.rowsPerPage')}
      labelDisplayedRows={({ from, to, count }) => t('common.table.displayedRows', { from, to, total: count })}
      onPageChange={(_, next) => onChange({ page: next + 1 })}
      onRowsPerPageChange={(event) => onChange({ per_page: Number(event.target.value) })}
    />
  )
}
