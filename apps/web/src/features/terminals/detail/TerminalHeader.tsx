import type { Terminal } from '@dalyan/contracts/terminals'
import Box from '@mui/material/Box'
import Breadcrumbs from '@mui/material/Breadcrumbs'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { ConnectionText } from '../../records/public/ConnectionText.tsx'
import { LastSeen } from '../../../shared/ui/LastSeen.tsx'
import { TerminalActions } from '../TerminalActions.tsx'
import { TerminalStatusChip } from '../TerminalStatusChip.tsx'
import { TerminalTank } from '../TerminalTank.tsx'
import { TERMINAL_PAGE_DIALOGS, type TerminalPageDialog } from './terminal-page-search.ts'
import { RouterLink } from '../../../shared/ui/RouterLink.tsx'

interface Props {
  terminal: Terminal
  /** Opens a dialog; absent without the permission to manage terminals. */
  onOpen: ((dialog: TerminalPageDialog | null) => void) | undefined
}

/** The terminal's code, status, connection and tank. */
export function TerminalHeader({ terminal, onOpen }: Props) {
  const { t } = useTranslation()
  return (
    <Box component="header">
      <Breadcrumbs aria-label={t('common.aria.breadcrumb')} sx={{ fontSize: '0.9375rem' }}>
        <RouterLink to="/terminals" search={{}} underline="hover">
          {t('terminals.title')}
        </RouterLink>
        <Box component="span" lang="en" aria-current="page" sx={{ color: 'text.secondary' }}>
          {terminal.code}
        </Box>
      </Breadcrumbs>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', mt: 0.5 }}>
        <Typography variant="h1" lang="en" sx={{ overflowWrap: 'anywhere' }}>
          {terminal.code}
        </Typography>
        <TerminalStatusChip status={terminal.status} />
        <ConnectionText connection={terminal.connection} />
        <Box component="span" sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
          <LastSeen at={terminal.last_seen_at} />
        </Box>
        {onOpen && (
          <Box sx={{ marginInlineStart: { sm: 'auto' } }}>
            <TerminalActions
              terminal={terminal}
              isRead
              onOpen={(dialog) => onOpen(TERMINAL_PAGE_DIALOGS.find((each) => each === dialog) ?? null)}
            />
          </Box>
        )}
      </Box>
      <Typography component="div" variant="body2" sx={{ color: 'text.secondary', mt: 0.5, overflowWrap: 'anywhere' }}>
        {terminal.tank ? (
          <>
            {t('terminals.fields.tank')}: <TerminalTank tank={terminal.tank} />
          </>
        ) : (
          t('terminals.detail.notAssigned')
        )}
        {terminal.ip_address && ` · ${t('terminals.fields.ipAddress')} ${terminal.ip_address}`}
        {` · ${t('terminals.fields.createdAt')} ${formatDateTime(terminal.created_at)}`}
      </Typography>
    </Box>
  )
}
