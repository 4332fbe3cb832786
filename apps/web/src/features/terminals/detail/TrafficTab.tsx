import type { Terminal } from '@dalyan/contracts/terminals'
import { mdiAccessPoint, mdiAlertCircleOutline, mdiTrayArrowDown } from '@mdi/js'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { TitledCard } from '../../../shared/ui/TitledCard.tsx'
import { LastTroubles } from '../../logs/public/LastTroubles.tsx'
import { terminalQueries } from '../../records/public/terminals.queries.ts'
import { ConnectionStrip } from './ConnectionStrip.tsx'
import { LastPayload } from './LastPayload.tsx'
import { Outages } from './Outages.tsx'

/** The latest message, the terminal's activity in the last week, and its outages. */
export function TrafficTab({ terminal }: { terminal: Terminal }) {
  const { t } = useTranslation()
  const traffic = useQuery(terminalQueries.traffic(terminal.id))
  if (traffic.error && !traffic.data) {
    return (
      <ErrorAlert
        title={t('terminals.messages.loadFailed')}
        error={traffic.error}
        onRetry={() => void traffic.refetch()}
      />
    )
  }
  const { data } = traffic
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
    >
      <Box sx={{ gridColumn: '1 / -1' }}>
        <TitledCard icon={mdiAccessPoint} title={t('terminals.detail.connectionHistory')}>
          {data ? <ConnectionStrip traffic={data} /> : <Skeleton variant="rounded" height={64} />}
        </TitledCard>
      </Box>
      <TitledCard icon={mdiTrayArrowDown} title={t('terminals.detail.lastPayload')}>
        {data ? <LastPayload traffic={data} /> : <Skeleton variant="rounded" height={200} />}
      </TitledCard>
      <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <TitledCard icon={mdiAlertCircleOutline} title={t('terminals.detail.outages')}>
          {data ? <Outages traffic={data} /> : <Skeleton variant="rounded" height={64} />}
        </TitledCard>
        <LastTroubles terminalId={terminal.id} />
      </Box>
    </Box>
  )
}
