import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTablePages } from '../../../shared/ui/TablePages.tsx'

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
  const { rows, pages, isPaged } = useTablePages(count)
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
      {isPaged && pages}
    </Paper>
  )
}
