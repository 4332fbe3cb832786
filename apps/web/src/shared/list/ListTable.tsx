import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { ParseKeys } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ROW_PX, useRowDensity } from './row-density.ts'

export interface Column<T, S extends string = string> {
  /** `actions` names the column that is never hidden. */
  key: string
  /** The locale key of its heading. */
  label: readonly ParseKeys[]
  /** A control for all rows, instead of a heading. */
  heading?: ReactNode
  /** The field by which a click on the heading sorts. */
  sort?: S
  /** The narrowest screen that shows the column, px. */
  from?: number
  align?: 'right'
  cell: (row: T) => ReactNode
}

/** The actions stay visible when the table is wider than the screen. */
const stickyRight = { position: 'sticky', right: 0, bgcolor: 'background.paper' } as const

const shownFrom = (from: number | undefined) =>
  from ? { [`@media (max-width:${from - 1}px)`]: { display: 'none' } } : {}

interface Props<T, S extends string> {
  /** Accessible name of the scrollable region. */
  label: string
  columns: readonly Column<T, S>[]
  rows: readonly T[]
  /** `code` or `-code`. */
  sort: string
  onSort: (sort: S | `-${S}`) => void
}

/** Records in rows. A narrow screen hides columns; a click on a heading sorts, a second one reverses the order. */
export function ListTable<T extends { id: number }, S extends string>({
  label,
  columns,
  rows,
  sort,
  onSort,
}: Props<T, S>) {
  const { t } = useTranslation()
  const density = useRowDensity()
  const heading = (keys: readonly ParseKeys[]) => keys.map((key) => t(key)).join(' / ')
  const sorted = sort.replace('-', '')
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  return (
    // Text for screen readers is positioned absolutely: without a positioned ancestor it would widen the page.
    <TableContainer role="region" aria-label={label} tabIndex={0} sx={{ position: 'relative' }}>
      <Table
        size="small"
        sx={{
          '& th': { whiteSpace: 'nowrap' },
          '& th, & td': { px: { xs: 1, md: 1.5 } },
          '& td': { py: density === 'comfortable' ? 0.5 : 0, height: ROW_PX[density] },
        }}
      >
        <TableHead>
          <TableRow>
            {columns.map(({ key, label: words, heading: control, sort: field, from, align }) => (
              <TableCell
                key={key}
                sx={key === 'actions' ? stickyRight : shownFrom(from)}
                align={align ?? 'left'}
                sortDirection={field !== undefined && field === sorted ? direction : false}
              >
                {field === undefined ? (
                  (control ?? heading(words))
                ) : (
                  <TableSortLabel
                    active={field === sorted}
                    direction={field === sorted ? direction : 'asc'}
                    onClick={() => onSort(sort === field ? `-${field}` : field)}
                    sx={{ minHeight: 44 }}
                  >
                    {heading(words)}
                  </TableSortLabel>
                )}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id} hover>
              {columns.map(({ key, from, align, cell }) => (
                <TableCell key={key} sx={key === 'actions' ? stickyRight : shownFrom(from)} align={align ?? 'left'}>
                  {cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
