import type { Firm } from '@dalyan/contracts/firms'
import Box from '@mui/material/Box'
import type { Column } from '../../shared/list/ListTable.tsx'
import { placeOfFirm } from './firm-place.ts'
import { FirmStatusChip } from './FirmStatusChip.tsx'
import { FirmTanksLink } from './FirmTanksLink.tsx'
import { FirmTypeText } from './FirmTypeText.tsx'

type FirmSort = 'code' | 'name' | 'type' | 'status' | 'province'

/** The firm list's columns; the actions come with the page. */
export const FIRM_COLUMNS: readonly Column<Firm, FirmSort>[] = [
  {
    key: 'status',
    label: ['firms.fields.status'],
    sort: 'status',
    cell: ({ status }) => <FirmStatusChip status={status} />,
  },
  {
    key: 'code',
    label: ['firms.fields.code'],
    sort: 'code',
    cell: ({ code }) => (
      <Box component="b" lang="en" sx={{ whiteSpace: 'nowrap' }}>
        {code}
      </Box>
    ),
  },
  { key: 'name', label: ['firms.fields.name'], sort: 'name', cell: ({ name }) => name },
  { key: 'type', label: ['firms.fields.type'], sort: 'type', cell: ({ type }) => <FirmTypeText type={type} /> },
  {
    key: 'phone',
    label: ['firms.fields.phone'],
    from: 1200,
    cell: ({ phone }) => <Box sx={{ whiteSpace: 'nowrap' }}>{phone ?? '—'}</Box>,
  },
  {
    key: 'province',
    label: ['firms.fields.province', 'firms.fields.district'],
    sort: 'province',
    from: 960,
    cell: (firm) => placeOfFirm(firm) || '—',
  },
  { key: 'parent', label: ['firms.fields.parent'], from: 1200, cell: ({ parent }) => parent?.name ?? '—' },
  {
    key: 'tanks',
    label: ['firms.fields.tankCount'],
    align: 'right',
    cell: (firm) => <FirmTanksLink firm={firm} />,
  },
]
