import type { Terminal } from '@dalyan/contracts/terminals'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CardHead } from '../../shared/list/CardHead.tsx'
import { ConnectionText } from '../records/public/ConnectionText.tsx'
import { LastSeen } from '../../shared/ui/LastSeen.tsx'
import { TerminalLink } from '../records/public/TerminalLink.tsx'
import { TerminalStatusChip } from './TerminalStatusChip.tsx'
import { TerminalTank } from './TerminalTank.tsx'

/** A terminal of the list on a phone. */
export function TerminalCard({ terminal, actions }: { terminal: Terminal; actions: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <CardHead
        title={<TerminalLink terminal={terminal} large />}
        status={<TerminalStatusChip status={terminal.status} />}
        actions={actions}
      />
      <Box sx={{ ...row, minHeight: 28 }}>
        <ConnectionText connection={terminal.connection} />
        <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          <LastSeen at={terminal.last_seen_at} />
        </Box>
      </Box>
      <Box sx={{ ...row, fontSize: '0.875rem' }}>
        {terminal.tank ? <TerminalTank tank={terminal.tank} /> : <span>{t('terminals.quick.unassigned')}</span>}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {terminal.ip_address}
        </Box>
      </Box>
    </>
  )
}

const row = { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 } as const
