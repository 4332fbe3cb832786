import type { Terminal } from '@dalyan/contracts/terminals'
import { formatDateTime } from '../../shared/format/date-time.ts'
import type { Column } from '../../shared/list/ListTable.tsx'
import { ConnectionText } from '../records/public/ConnectionText.tsx'
import { LastSeen } from '../../shared/ui/LastSeen.tsx'
import { TerminalLink } from '../records/public/TerminalLink.tsx'
import { TerminalStatusChip } from './TerminalStatusChip.tsx'
import { TerminalTank } from './TerminalTank.tsx'

type TerminalSort = 'code' | 'status' | 'tank_code' | 'ip_address' | 'last_seen_at' | 'updated_at'

/** The terminal list's columns; the actions come with the page. */
export const TERMINAL_COLUMNS: readonly Column<Terminal, TerminalSort>[] = [
  {
    key: 'status',
    label: ['terminals.fields.status'],
    sort: 'status',
    cell: ({ status }) => <TerminalStatusChip status={status} />,
  },
  {
    key: 'connection',
    label: ['terminals.fields.connection'],
    cell: ({ connection }) => <ConnectionText connection={connection} />,
  },
  {
    key: 'code',
    label: ['terminals.fields.code'],
    sort: 'code',
    cell: (terminal) => <TerminalLink terminal={terminal} />,
  },
  {
    key: 'tank',
    label: ['terminals.fields.tank'],
    sort: 'tank_code',
    cell: ({ tank }) => <TerminalTank tank={tank} />,
  },
  {
    key: 'ip',
    label: ['terminals.fields.ipAddress'],
    sort: 'ip_address',
    from: 960,
    cell: ({ ip_address }) => ip_address ?? '—',
  },
  {
    key: 'seen',
    label: ['terminals.fields.lastSeen'],
    sort: 'last_seen_at',
    cell: ({ last_seen_at }) => <LastSeen at={last_seen_at} />,
  },
  {
    key: 'updated',
    label: ['terminals.fields.updatedAt'],
    sort: 'updated_at',
    from: 1200,
    cell: ({ updated_at }) => formatDateTime(updated_at),
  },
]
