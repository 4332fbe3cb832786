import type { TerminalConnection } from '@dalyan/contracts/terminals'
import { mdiAccessPoint, mdiMinus } from '@mdi/js'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { StatusChip } from '../../../shared/ui/StatusChip.tsx'

/** How a terminal is connected; only a fault is highlighted. */
export function ConnectionText({ connection }: { connection: TerminalConnection }) {
  const { t } = useTranslation()
  if (connection === 'stale' || connection === 'offline') {
    return <StatusChip look={connection} label={t(`common.status.${connection}`)} />
  }
  const isOnline = connection === 'online'
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, whiteSpace: 'nowrap', fontSize: '0.8125rem' }}
    >
      <Icon path={isOnline ? mdiAccessPoint : mdiMinus} sx={{ fontSize: 18, color: 'text.secondary' }} />
      {t(isOnline ? 'common.status.online' : 'common.status.neverSeen')}
    </Box>
  )
}
