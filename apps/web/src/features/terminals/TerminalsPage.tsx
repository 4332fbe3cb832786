import { CONNECTIONS, type Terminal, WRITABLE_TERMINAL_STATUSES } from '@dalyan/contracts/terminals'
import { mdiRouterWireless } from '@mdi/js'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import terminals from '../../locales/tr/terminals.json' with { type: 'json' }
import { BulkButton } from '../../shared/bulk/BulkButton.tsx'
import { formatDateTime } from '../../shared/format/date-time.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { CardHead } from '../../shared/list/CardHead.tsx'
import { type FilterField, yesNo } from '../../shared/list/filter-field.ts'
import type { Column } from '../../shared/list/ListTable.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx'
import { may } from '../../shared/session/permissions.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { ConnectionText } from '../records/public/ConnectionText.tsx'
import { LastSeen } from '../../shared/ui/LastSeen.tsx'
import { QuickFilters } from './QuickFilters.tsx'
import { terminalList } from './terminal-list-search.ts'
import { TerminalActions } from './TerminalActions.tsx'
import { TerminalLink } from '../records/public/TerminalLink.tsx'
import { terminalQueries } from '../records/public/terminals.queries.ts'
import { TerminalStatusChip } from './TerminalStatusChip.tsx'
import { TerminalTank } from './TerminalTank.tsx'
import { Enrolment, RemoveWaitingButton } from './WaitingDevices.tsx'

addWords({ terminals })

const TerminalDialogs = lazy(async () => ({ default: (await import('./dialogs/TerminalDialogs.tsx')).TerminalDialogs }))

type TerminalSort = 'code' | 'status' | 'tank_code' | 'ip_address' | 'last_seen_at' | 'updated_at'

const COLUMNS: readonly Column<Terminal, TerminalSort>[] = [
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

/** All terminals, with their connection and tank; devices that wait to be authorized too. */
export function TerminalsPage() {
  const { t } = useTranslation()
  const isManager = may(useUser(), 'iots.manage')
  const list = useList(terminalList)
  return (
    <ResourcePage
      kind="terminals"
      list={list}
      query={useQuery(terminalQueries.list(list.query))}
      filters={useTerminalFilters(isManager)}
      columns={COLUMNS}
      actions={isManager ? (terminal, onOpen) => <TerminalActions terminal={terminal} onOpen={onOpen} /> : undefined}
      card={(terminal, actions) => <TerminalCard terminal={terminal} actions={actions} />}
      mayCreate={isManager}
      empty={{ icon: mdiRouterWireless, body: isManager ? undefined : t('terminals.empty.bodyReadOnly') }}
      dialogs={isManager ? TerminalDialogs : undefined}
      more={
        isManager && (
          <>
            <Enrolment onOpen={() => list.open('enrolment')} />
            <RemoveWaitingButton onOpen={() => list.open('waiting')} />
            <BulkButton label={t('terminals.fromFile')} onClick={() => list.open('bulk')} />
          </>
        )
      }
      quick={<QuickFilters state={list.state} isManager={isManager} onChange={list.change} />}
    />
  )
}

/** The filters. A deleted terminal, and one without a tank, belongs to no firm: only administrators see such ones. */
function useTerminalFilters(isManager: boolean): FilterField[] {
  const { t } = useTranslation()
  const deleted: FilterField = { kind: 'switch', name: 'include_deleted', label: t('common.table.includeDeleted') }
  const hasTank: FilterField = {
    kind: 'choice',
    name: 'has_tank',
    label: t('terminals.fields.hasTank'),
    more: true,
    options: yesNo(t),
  }
  return [
    {
      kind: 'words',
      name: 'status',
      label: t('terminals.fields.status'),
      options: WRITABLE_TERMINAL_STATUSES.map((value) => ({ value, label: t(`terminals.status.${value}`) })),
    },
    {
      kind: 'words',
      name: 'connection',
      label: t('terminals.fields.connection'),
      options: CONNECTIONS.map((value) => ({
        value,
        label: t(value === 'never' ? 'common.status.neverSeen' : `common.status.${value}`),
      })),
    },
    ...(isManager ? [deleted, hasTank] : []),
    { kind: 'text', name: 'tank_code', label: t('terminals.filters.tankCode'), more: true },
    { kind: 'text', name: 'code', label: t('terminals.filters.code'), more: true },
  ]
}

/** A terminal of the list on a phone. */
function TerminalCard({ terminal, actions }: { terminal: Terminal; actions: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <CardHead
        title={<TerminalLink terminal={terminal} large />}
        status={<TerminalStatusChip status={terminal.status} />}
        actions={actions}
      />
      <Box sx={{ ...BETWEEN, minHeight: 28 }}>
        <ConnectionText connection={terminal.connection} />
        <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          <LastSeen at={terminal.last_seen_at} />
        </Box>
      </Box>
      <Box sx={{ ...BETWEEN, fontSize: '0.875rem' }}>
        {terminal.tank ? <TerminalTank tank={terminal.tank} /> : <span>{t('terminals.quick.unassigned')}</span>}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {terminal.ip_address}
        </Box>
      </Box>
    </>
  )
}

const BETWEEN = { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 } as const
