import TablePagination from '@mui/material/TablePagination'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../shared/format/number.ts'
import { LOG_PAGE_SIZES } from './log-search.ts'

interface Props {
  page: number
  size: number
  total: number
  /** More lines exist than were counted. */
  isCapped: boolean
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** The buttons to older and newer lines. */
export function LogPages({ page, size, total, isCapped, onPage, onSize }: Props) {
  const { t } = useTranslation()
  return (
    <TablePagination
      component="div"
      // Where not all lines were counted, there is always a next page.
      count={isCapped ? Math.max(total, (page + 1) * size + 1) : total}
      page={Math.max(0, Math.min(page - 1, isCapped ? page : Math.ceil(total / size) - 1))}
      rowsPerPage={size}
      rowsPerPageOptions={[...LOG_PAGE_SIZES]}
      labelRowsPerPage={t('logs.fields.limit')}
      labelDisplayedRows={({ from, to }) =>
        t('common.table.displayedRows', {
          from: formatNumber(from),
          to: formatNumber(to),
          total: `${formatNumber(total)}${isCapped ? '+' : ''}`,
        })
      }
      onPageChange={(_, next) => onPage(next + 1)}
      onRowsPerPageChange={(event) => onSize(Number(event.target.value))}
    />
  )
}
