import TablePagination from '@mui/material/TablePagination'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

const ROWS_PER_PAGE = 25

/** Divides a table whose rows are all loaded into pages. @returns the positions of the rows on the page, and the control that changes the page */
export function useTablePages(count: number): { rows: readonly number[]; pages: ReactNode; isPaged: boolean } {
  const { t } = useTranslation()
  const [page, setPage] = useState(0)
  const shown = Math.min(page, Math.max(0, Math.ceil(count / ROWS_PER_PAGE) - 1))
  const first = shown * ROWS_PER_PAGE
  return {
    isPaged: count > ROWS_PER_PAGE,
    rows: Array.from({ length: Math.min(ROWS_PER_PAGE, count - first) }, (_, i) => first + i),
    pages: (
      <TablePagination
        component="div"
        count={count}
        page={shown}
        rowsPerPage={ROWS_PER_PAGE}
        rowsPerPageOptions={[ROWS_PER_PAGE]}
        labelDisplayedRows={({ from, to, count: total }) => t('common.table.displayedRows', { from, to, total })}
        onPageChange={(_, next) => setPage(next)}
      />
    ),
  }
}
