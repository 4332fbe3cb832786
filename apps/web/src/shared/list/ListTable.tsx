import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { ParseKeys } from 'i18next'
import { Fragment, memo, type ReactNode } from 'react'
import isEqual from 'react-fast-compare'
import { useTranslation } from 'react-i18next'
import { ROW_PX, useRowDensity } from './row-density.tsx'

export interface ListColumn<T, S extends string = string> {
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
  noWrap?: boolean
  /** The column is hidden while this is the same in all rows and does not order them. */
  same?: (row: T) => unknown
  cell: (row: T) => ReactNode
}

/** The actions stay visible when the table is wider than the screen. */
const stickyRight = {
  position: 'sticky',
  right: 0,
  bgcolor: 'background.paper',
  '.MuiTableRow-hover:hover > &': { bgcolor: 'inherit' },
} as const

/** One line for each row, so that its height holds. */
const COMPACT = {
  '& td': {
    py: 0,
    height: ROW_PX.compact,
    maxWidth: 360,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& td :is(.MuiIconButton-root, .MuiCheckbox-root)': { p: 0.25 },
  '& td a': { minHeight: 24 },
  '& td span': { flexWrap: 'nowrap' },
  '& th': { whiteSpace: 'nowrap', py: 0 },
  '& th .MuiTableSortLabel-root': { minHeight: 32 },
} as const

/** From so many letters on a text may take a third line of a narrow column. */
const LONG_TEXT = 16

/** A long text takes two lines at most, or one name would make its row three times as high as the others; pointing at it shows all of it. */
function shortened(content: ReactNode): ReactNode {
  if (typeof content !== 'string' || content.length < LONG_TEXT) return content
  const twoLines = { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: '2', overflow: 'hidden' }
  return (
    <Box title={content} sx={twoLines}>
      {content}
    </Box>
  )
}

function AboveRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    children && (
      <TableRow>
        <TableCell colSpan={columns} sx={{ bgcolor: 'action.hover' }}>
          {children}
        </TableCell>
      </TableRow>
    )
  )
}

const shownFrom = (from: number | undefined) =>
  from ? { [`@media (max-width:${from - 1}px)`]: { display: 'none' } } : {}

export interface ListTableProps<T, S extends string> {
  /** Accessible name of the scrollable region. */
  label: string
  columns: readonly ListColumn<T, S>[]
  rows: readonly T[]
  /** What stands above a row, in the width of the table. */
  above?: ((row: T) => ReactNode) | undefined
  isHidden?: ((row: T) => boolean) | undefined
  /** `code` or `-code`; absent where no column sorts. */
  sort?: string
  onSort?: (sort: S | `-${S}`) => void
}

interface RowProps {
  cells: readonly {
    key: string
    from: number | undefined
    align: 'right' | undefined
    noWrap: boolean | undefined
    content: ReactNode
  }[]
}

/** Drawn again only when the content of a cell differs: a live value changes one row of a hundred. */
const Row = memo(function Row({ cells }: RowProps) {
  return (
    <TableRow hover>
      {cells.map(({ key, from, align, noWrap = false, content }) => (
        <TableCell
          key={key}
          sx={[key === 'actions' ? stickyRight : shownFrom(from), noWrap && { whiteSpace: 'nowrap' }]}
          align={align ?? 'left'}
        >
          {content}
        </TableCell>
      ))}
    </TableRow>
  )
}, isEqual)

/** Records in rows. A narrow screen hides columns; a click on a heading sorts, a second one reverses the order. */
export function ListTable<T extends { id: number }, S extends string>({
  label,
  columns: given,
  rows,
  above,
  isHidden,
  sort = '',
  onSort,
}: ListTableProps<T, S>) {
  const { t } = useTranslation()
  const density = useRowDensity()
  const heading = (keys: readonly ParseKeys[]) => keys.map((key) => t(key)).join(' / ')
  const sorted = sort.replace('-', '')
  const columns = given.filter(
    ({ same, sort: field }) =>
      !same || rows.length < 2 || field === sorted || new Set(rows.map((row) => same(row))).size > 1,
  )
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
          ...(density === 'compact' ? COMPACT : {}),
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
                    onClick={() => onSort?.(sort === field ? `-${field}` : field)}
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
            <Fragment key={row.id}>
              {above && <AboveRow columns={columns.length}>{above(row)}</AboveRow>}
              {!isHidden?.(row) && (
                <Row
                  cells={columns.map(({ key, from, align, noWrap, cell }) => ({
                    key,
                    from,
                    align,
                    noWrap,
                    content: density === 'compact' ? cell(row) : shortened(cell(row)),
                  }))}
                />
              )}
            </Fragment>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
