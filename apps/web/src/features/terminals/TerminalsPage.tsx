import type { TerminalConnection, Terminal } from '@dalyan/contracts/terminals'
import { mdiFileDelimitedOutline, mdiPlaylistRemove, mdiRadar, mdiRouterWireless, mdiSwapHorizontal } from '@mdi/js'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import terminals from '../../locales/tr/terminals.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'
import { recordOptions } from '../../shared/list/filter-field.ts'
import { useList } from '../../shared/list/use-list.ts'
import { CardRow } from '../../shared/resource/RecordCard.tsx'
import type { HeadAction } from '../../shared/resource/HeadActions.tsx'
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx'
import { may, useUser } from '../../shared/session/user.ts'
import { LastSeen } from '../../shared/ui/AgeText.tsx'
import { RouterLink } from '../../shared/ui/links.tsx'
import { ConnectionText } from '../records/public/ConnectionText.tsx'
import { TerminalLink } from '../records/public/TerminalLink.tsx'
import { terminalQueries } from '../records/public/terminals.queries.ts'
import { EnrolmentChip } from './EnrolmentChip.tsx'
import { batteryText, intervalText, signalText, TerminalValues } from './health-values.tsx'
import { keyProfileQueries } from './key-profiles/key-profiles.queries.ts'
import { QuickFilters, WAITING } from './QuickFilters.tsx'
import { terminalKind, TerminalTank } from './terminal-kind.tsx'
import { terminalList } from './terminal-list-search.ts'
import { TerminalActions } from './TerminalActions.tsx'
import { useManyTerminals } from './use-many-terminals.ts'

addWords({ terminals })

const TerminalDialogs = lazy(async () => ({ default: (await import('./dialogs/TerminalDialogs.tsx')).TerminalDialogs }))

/** All terminals, with their connection and tank; devices that wait to be authorized too. */
export function TerminalsPage() {
  const { t } = useTranslation()
  const isManager = may(useUser(), 'iots.manage')
  const list = useList(terminalList)
  const profiles = useQuery({ ...keyProfileQueries.options(), enabled: isManager }).data ?? []
  const changes = useManyTerminals()
  const waiting = useQuery({ ...terminalQueries.count(WAITING), enabled: isManager }).data ?? 0
  const headActions: HeadAction[] = [
    { label: t('terminals.enrolment.open'), icon: mdiRadar, onClick: () => list.open('enrolment') },
    {
      label: t('terminals.waiting.open'),
      icon: mdiPlaylistRemove,
      isDisabled: waiting === 0,
      onClick: () => list.open('waiting'),
    },
    { label: t('terminals.keyProfiles'), icon: mdiSwapHorizontal, to: '/key-profiles' },
    { label: t('terminals.fromFile'), icon: mdiFileDelimitedOutline, onClick: () => list.open('bulk') },
  ]
  return (
    <ResourcePage
      kind={terminalKind}
      list={list}
      filters={{
        connection: {
          textOf: (word) => t(word === 'never' ? 'common.status.neverSeen' : `common.status.${word as SeenConnection}`),
        },
        has_tank: { more: true },
        key_profile_id: { options: recordOptions(profiles), more: true },
      }}
      // A deleted terminal, and one without a tank, belongs to no firm: only administrators see such ones.
      hiddenFilters={isManager ? [] : ['include_deleted', 'has_tank', 'key_profile_id']}
      columns={[
        'status',
        { name: 'connection', cell: (terminal) => <Connected terminal={terminal} /> },
        { name: 'code', cell: (terminal) => <TerminalLink terminal={terminal} /> },
        { name: 'tank', sort: 'tank_code' },
        { name: 'values', from: 1240 },
        { name: 'interval_seconds', from: 1100, align: 'right' },
        // Hidden where no terminal sends them.
        { name: 'battery', from: 960, align: 'right', same: ({ id, health }) => health?.battery && id },
        { name: 'signal', from: 1030, align: 'right', same: (terminal) => signalText(terminal) && terminal.id },
        'last_seen_at',
        { name: 'ip_address', from: 1350 },
        { name: 'updated_at', from: 1700 },
      ]}
      card={{
        title: (terminal) => <TerminalLink terminal={terminal} large />,
        more: (terminal) => <TerminalCardRows {...terminal} />,
      }}
      actions={(terminal, onOpen) => <TerminalActions terminal={terminal} onOpen={onOpen} />}
      mayManage={isManager}
      empty={{ icon: mdiRouterWireless, body: isManager ? undefined : t('terminals.empty.bodyReadOnly') }}
      dialogs={TerminalDialogs}
      more={isManager ? headActions : []}
      many={isManager ? { actions: changes } : undefined}
      note={isManager && <EnrolmentChip onOpen={() => list.open('enrolment')} />}
      quick={<QuickFilters state={list.state} isManager={isManager} onChange={list.change} />}
    />
  )
}

type SeenConnection = Exclude<TerminalConnection, 'never'>

/** The connection; of one that does not deliver, with the link to the reason. */
function Connected({ terminal: { id, connection } }: { terminal: Terminal }) {
  const { t } = useTranslation()
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 8px' }}>
      <ConnectionText connection={connection} />
      {connection !== 'online' && (
        <RouterLink
          to="/terminals/$id"
          params={{ id: String(id) }}
          sx={{ display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, sm: 32 }, fontSize: '0.8125rem' }}
        >
          {t('terminals.list.why')}
        </RouterLink>
      )}
    </Box>
  )
}

/** Connection, tank and IP address on the card of a terminal. */
function TerminalCardRows(terminal: Terminal) {
  const { t } = useTranslation()
  const { last_seen_at, tank, ip_address } = terminal
  return (
    <>
      <CardRow>
        <Connected terminal={terminal} />
        <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          <LastSeen at={last_seen_at} />
        </Box>
      </CardRow>
      <CardRow>
        <TerminalValues values={terminal.values} />
        <Box
          component="span"
          sx={{
            display: 'inline-flex',
            flexWrap: 'wrap',
            justifyContent: 'flex-end',
            gap: '0 8px',
            fontSize: '0.8125rem',
            color: 'text.secondary',
            whiteSpace: 'nowrap',
          }}
        >
          {intervalText(terminal)}
          {batteryText(terminal)}
          {signalText(terminal)}
        </Box>
      </CardRow>
      <CardRow>
        {tank ? <TerminalTank tank={tank} /> : <span>{t('terminals.quick.unassigned')}</span>}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {ip_address}
        </Box>
      </CardRow>
    </>
  )
}
