import type { TerminalTraffic } from '@dalyan/contracts/terminal-traffic'
import type { Terminal } from '@dalyan/contracts/terminals'
import { mdiAccessPoint, mdiAlertCircleOutline, mdiTrayArrowDown } from '@mdi/js'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../../shared/format/age.ts'
import { formatDate, formatDateTime, formatTime } from '../../../shared/format/date-time.ts'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { TitledCard } from '../../../shared/ui/PageSection.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { LastTroubles } from '../../logs/public/LastTroubles.tsx'
import { terminalQueries } from '../../records/public/terminals.queries.ts'
import { ConnectionStrip } from './ConnectionStrip.tsx'
import { LastPayload } from './LastPayload.tsx'

/** The latest message, the terminal's activity in the last week, and its outages. */
export function TrafficTab({ terminal }: { terminal: Terminal }) {
  const { t } = useTranslation()
  const traffic = useQuery(terminalQueries.traffic(terminal.id))
  if (traffic.error && !traffic.data) {
    return <QueryError query={traffic} title={t('terminals.messages.loadFailed')} />
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

const SHOWN = 10

/** The intervals without readings, the newest first. */
function Outages({ traffic: { outages, to } }: { traffic: TerminalTraffic }) {
  const { t } = useTranslation()
  if (outages.length === 0) {
    return <Quiet>{t('terminals.detail.noOutages')}</Quiet>
  }
  return (
    <>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {outages.slice(0, SHOWN).map((outage) => (
          <Box component="li" key={outage.from} sx={{ display: 'flex', flexWrap: 'wrap', gap: '0 8px', py: 0.5 }}>
            <Box component="span" sx={{ flex: 1, minWidth: 180 }}>
              {outage.to
                ? t('terminals.detail.outage', { from: formatDateTime(outage.from), to: endOf(outage.from, outage.to) })
                : t('terminals.detail.outageLasts', { from: formatDateTime(outage.from) })}
            </Box>
            <b>{formatDuration(Date.parse(outage.to ?? to) - Date.parse(outage.from))}</b>
          </Box>
        ))}
      </Box>
      {outages.length > SHOWN && (
        <Quiet small>{t('terminals.detail.moreOutages', { count: outages.length - SHOWN })}</Quiet>
      )}
    </>
  )
}

/** The time alone if it is on the day of the outage's start. */
function endOf(from: string, to: string): string {
  return formatDate(from) === formatDate(to) ? formatTime(to) : formatDateTime(to)
}
