import type { Tank } from '@dalyan/contracts/tanks'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { ParseKeys } from 'i18next'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TankSort } from './tank-list-search.ts'
import { placeOf } from './tank-place.ts'
import { TankLastReading } from './TankLastReading.tsx'
import { TankLink } from './TankLink.tsx'
import { TankStatusChip } from './TankStatusChip.tsx'
import { TankValues } from './TankValues.tsx'

type SortField = 'code' | 'name' | 'status' | 'province'

interface Column {
  key: string
  /** Keys of its heading's words. */
  label: readonly ParseKeys[]
  sort?: SortField
  /** The narrowest screen that still shows it, px. */
  from?: number
  cell: (tank: Tank) => ReactNode
}

const COLUMNS: readonly Column[] = [
  {
    key: 'status',
    label: ['tanks.fields.status'],
    sort: 'status',
    cell: ({ status }) => <TankStatusChip status={status} />,
  },
  { key: 'code', label: ['tanks.fields.code'], sort: 'code', cell: (tank) => <TankLink tank={tank} /> },
  { key: 'name', label: ['tanks.fields.name'], sort: 'name', cell: ({ name }) => name },
  { key: 'values', label: ['tanks.list.values'], cell: (tank) => <TankValues tank={tank} /> },
  { key: 'reading', label: ['tanks.fields.lastReading'], cell: (tank) => <TankLastReading tank={tank} /> },
  {
    key: 'terminals',
    label: ['terminals.one'],
    from: 800,
    cell: ({ iots }) => <Codes codes={iots.map(({ code }) => code)} />,
  },
  {
    key: 'template',
    label: ['tanks.fields.rangeTemplate'],
    from: 1200,
    cell: ({ range_template }) => range_template?.name ?? '—',
  },
  {
    key: 'province',
    label: ['tanks.fields.province', 'tanks.fields.district'],
    sort: 'province',
    from: 960,
    cell: (tank) => placeOf(tank) || '—',
  },
  { key: 'firm', label: ['tanks.fields.firm'], from: 1200, cell: ({ firm }) => firm?.name ?? '—' },
]

const shownFrom = (from: number | undefined) =>
  from ? { [`@media (max-width:${from - 1}px)`]: { display: 'none' } } : {}

interface Props {
  tanks: readonly Tank[]
  sort: TankSort
  onSort: (sort: TankSort) => void
}

export function TanksTable({ tanks, sort, onSort }: Props) {
  const { t } = useTranslation()
  const heading = (label: Column['label']) => label.map((key) => t(key)).join(' / ')
  const sorted = sort.replace('-', '')
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  return (
    <TableContainer role="region" aria-label={t('tanks.list.region')} tabIndex={0}>
      <Table
        size="small"
        sx={{ '& th': { whiteSpace: 'nowrap' }, '& th, & td': { px: 1.5 }, '& td': { py: 0.5, height: 44 } }}
      >
        <TableHead>
          <TableRow>
            {COLUMNS.map(({ key, label, sort: field, from }) => (
              <TableCell key={key} sx={shownFrom(from)} sortDirection={field === sorted ? direction : false}>
                {field ? (
                  <TableSortLabel
                    active={field === sorted}
                    direction={field === sorted ? direction : 'asc'}
                    onClick={() => onSort(sort === field ? `-${field}` : field)}
                    sx={{ minHeight: 44 }}
                  >
                    {heading(label)}
                  </TableSortLabel>
                ) : (
                  heading(label)
                )}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {tanks.map((tank) => (
            <TableRow key={tank.id} hover>
              {COLUMNS.map(({ key, from, cell }) => (
                <TableCell key={key} sx={shownFrom(from)}>
                  {cell(tank)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

/** Codes one after the other; a line may break between two, never within one. */
function Codes({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return '—'
  return codes.map((code, index) => (
    <Fragment key={code}>
      {index > 0 && ', '}
      <Box component="span" lang="en" sx={{ whiteSpace: 'nowrap' }}>
        {code}
      </Box>
    </Fragment>
  ))
}
