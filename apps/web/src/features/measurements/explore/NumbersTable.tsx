import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TablePagination from '@mui/material/TablePagination'
import TableRow from '@mui/material/TableRow'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

const ROWS_PER_PAGE = 25

interface Props {
  label: string
  /** Titles of the columns, each different; the first one names the rows. */
  columns: readonly string[]
  count: number
  /** The texts of one row, in the order of the columns. */
  row: (index: number) => readonly string[]
}

/** The numbers behind a picture. */
export function NumbersTable({ label, columns, count, row }: Props) {
  const { t } = useTranslation()
  const [page, setPage] = useState(0)
  const shown = Math.min(page, Math.max(0, Math.ceil(count / ROWS_PER_PAGE) - 1))
  const first = shown * ROWS_PER_PAGE
  const rows = Array.from({ length: Math.min(ROWS_PER_PAGE, count - first) }, (_, i) => first + i)
  return (
    <Paper variant="outlined">
      <TableContainer role="region" aria-label={label} tabIndex={0} sx={{ position: 'relative' }}>
        <Table size="small" aria-label={label}>
          <TableHead>
            <TableRow>
              {columns.map((column, i) => (
                <TableCell key={column} {...(i > 0 ? { align: 'right' } : {})}>
                  {column}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((index) => {
              const [name, ...numbers] = row(index)
              return (
                <TableRow key={index}>
                  <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap', fontWeight: 400 }}>
                    {name}
                  </TableCell>
                  {numbers.map((number, i) => (
                    <TableCell key={columns[i + 1]} align="right" sx={{ whiteSpace: 'nowrap' }}>
                      {number}
                    </TableCell>
                  ))}
                </TableRow>
              )
            })}
          </TableBody>
        </Table>
      </TableContainer>
      {count > ROWS_PER_PAGE && (
        <TablePagination
          component="div"
          count={count}
          page={shown}
          rowsPerPage={ROWS_PER_PAGE}
          rowsPerPageOptions={[ROWS_PER_PAGE]}
          labelDisplayedRows={({ from, to, count: total }) => t('common.table.displayedRows', { from, to, total })}
          onPageChange={(_, next) => setPage(next)}
        />
      )}
    </Paper>
  )
}
