import type { Tank } from '@dalyan/contracts/tanks'
import Box from '@mui/material/Box'
import { Fragment } from 'react'
import type { Column } from '../../shared/list/ListTable.tsx'
import { placeOf } from './tank-place.ts'
import { TankLastReading } from './TankLastReading.tsx'
import { TankLink } from '../records/public/TankLink.tsx'
import { TankStatusChip } from './TankStatusChip.tsx'
import { TankValues } from './TankValues.tsx'

type TankSort = 'code' | 'name' | 'status' | 'province'

/** The tank list's columns; the actions come with the permission. */
export const TANK_COLUMNS: readonly Column<Tank, TankSort>[] = [
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
    label: ['tanks.detail.terminal'],
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
