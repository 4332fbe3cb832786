import type { SystemMetrics } from '@dalyan/contracts/dashboard'
import { diskUrgency } from '@dalyan/contracts/disk-space'
import { mdiServer } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDuration, formatLength } from '../../shared/format/age.ts'
import { formatBytes } from '../../shared/format/bytes.ts'
import { formatNumber } from '../../shared/format/number.ts'
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx'
import { TitledCard } from '../../shared/ui/PageSection.tsx'
import { CardBody } from './CardBody.tsx'
import { dashboardQueries } from './dashboard.queries.ts'

/** From this share on, an administrator has to act soon. */
const FULL = 0.9
const FEW_DAYS = 30
const MANY_YEARS_DAYS = 3650
/** What is less needs nobody: time services correct it by themselves. */
const CLOCK_BEHIND_SECONDS = 60

/** The state of the server, and when its disk will be full. */
export function SystemState() {
  const { t } = useTranslation()
  const metrics = useQuery(dashboardQueries.systemMetrics())
  return (
    <TitledCard icon={mdiServer} title={t('dashboard.cards.systemMetrics')}>
      <CardBody query={metrics} height={160}>
        {(state) => (
          <Box
            sx={{
              display: 'grid',
              columnGap: 4,
              rowGap: 1.5,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
            }}
          >
            <Shares state={state} />
            <Figures state={state} />
          </Box>
        )}
      </CardBody>
    </TitledCard>
  )
}

/** Says that the clock of the server was set back, or was lost with the power. */
export function ClockBehind() {
  const { t } = useTranslation()
  const behind = useQuery(dashboardQueries.systemMetrics()).data?.clock_behind_seconds ?? 0
  if (behind < CLOCK_BEHIND_SECONDS) return null
  return <Alert severity="warning">{t('dashboard.clockBehind', { length: formatLength(behind * 1000) })}</Alert>
}

/** Says that the disk of the server is nearly full, and what a full one means. */
export function LowDisk() {
  const { t } = useTranslation()
  const disk = useQuery(dashboardQueries.systemMetrics()).data?.disk
  const urgency = disk ? diskUrgency(disk) : null
  if (!disk || urgency === null) return null
  return (
    <Alert
      severity={urgency === 'critical' ? 'error' : 'warning'}
      // On a phone the link stands below the text, which would be a narrow column beside it.
      sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' }, '& .MuiAlert-message': { flex: { xs: '1 1 80%', sm: 1 } } }}
      action={
        <ButtonLink to="/settings" color="inherit" size="small">
          {t('nav.settings')}
        </ButtonLink>
      }
    >
      {t(`dashboard.lowDisk.${urgency}`, { free: formatBytes(disk.free_bytes), total: formatBytes(disk.total_bytes) })}{' '}
      {t('dashboard.lowDisk.advice')}
    </Alert>
  )
}

function Shares({ state: { cpu, memory, disk } }: { state: SystemMetrics }) {
  const { t } = useTranslation()
  const bytesUsed = (used: number, total: number) => ({
    share: used / total,
    note: t('dashboard.ofBytes', { used: formatBytes(used), total: formatBytes(total) }),
    warning: t('dashboard.nearlyFull'),
  })
  const cores = t('dashboard.cores', { count: cpu.cores })
  return (
    <Box sx={{ display: 'grid', gap: 1.5, alignContent: 'start' }}>
      <Share label={t('dashboard.cards.cpu')} share={cpu.share} note={cores} warning={t('dashboard.veryBusy')} />
      <Share label={t('dashboard.cards.memory')} {...bytesUsed(memory.used_bytes, memory.total_bytes)} />
      <Share label={t('dashboard.cards.disk')} {...bytesUsed(disk.total_bytes - disk.free_bytes, disk.total_bytes)} />
    </Box>
  )
}

interface ShareProps {
  label: string
  /** 0…1 */
  share: number
  note: string
  /** Shown when little space is left. */
  warning: string
}

function Share({ label, share, note, warning }: ShareProps) {
  const id = useId()
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <Box>
      <Box sx={{ display: 'flex', gap: 1, mb: 0.5 }}>
        <Box component="span" id={id} sx={{ flex: 1 }}>
          {label}
        </Box>
        <b>%{formatNumber(percent)}</b>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {note}
        </Box>
      </Box>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-labelledby={id}
        color={share >= FULL ? 'error' : 'primary'}
        sx={{ height: 6, borderRadius: 3 }}
      />
      {share >= FULL && (
        <Box component="span" sx={({ tokens: { palette } }) => ({ color: palette.error.text, fontWeight: 700 })}>
          {warning}
        </Box>
      )}
    </Box>
  )
}

function Figures({ state }: { state: SystemMetrics }) {
  const { t } = useTranslation()
  const { ingest, disk, database, event_loop } = state
  const milliseconds = (n: number) => t('dashboard.ms', { n: formatNumber(n) })
  const connections = `${formatNumber(database.connections)} / ${formatNumber(database.max_connections)}`
  const daysLeft = <DaysLeft days={disk.days_left} />
  const figures: [label: string, value: ReactNode][] = [
    [t('dashboard.figures.rate'), t('dashboard.perSecond', { n: formatNumber(ingest.per_second, 1) })],
    [t('dashboard.figures.waiting'), formatNumber(ingest.waiting)],
    [t('dashboard.figures.lag'), milliseconds(ingest.lag_ms)],
    [t('dashboard.figures.daysLeft'), daysLeft],
    [t('dashboard.figures.database'), formatBytes(database.size_bytes)],
    [t('dashboard.figures.connections'), connections],
    [t('dashboard.figures.mqtt'), formatNumber(state.mqtt_clients)],
    [t('dashboard.cards.socketClients'), formatNumber(state.sockets)],
    [t('dashboard.figures.eventLoop'), milliseconds(event_loop.p99_ms)],
    [t('dashboard.cards.uptime'), formatDuration(state.uptime_seconds * 1000)],
  ]
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', m: 0, gap: 0.75, gridTemplateColumns: 'minmax(0, 1fr) auto', alignContent: 'start' }}
    >
      {figures.map(([label, value]) => (
        <Fragment key={label}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, textAlign: 'end', fontVariantNumeric: 'tabular-nums' }}>
            {value}
          </Box>
        </Fragment>
      ))}
    </Box>
  )
}

function DaysLeft({ days }: { days: number | null }) {
  const { t } = useTranslation()
  if (days === null) return t('dashboard.daysUnknown')
  if (days > MANY_YEARS_DAYS) return t('dashboard.daysMany')
  const text = t('dashboard.days', { count: Math.floor(days), n: formatNumber(Math.floor(days)) })
  return days < FEW_DAYS ? <b>{text}</b> : text
}
