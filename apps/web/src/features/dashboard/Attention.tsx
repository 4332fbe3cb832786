import type { DashboardStats, DashboardSummary, SilentTerminal } from '@dalyan/contracts/dashboard'
import type { Home } from '@dalyan/contracts/home'
import { mdiRouterWirelessOff, mdiWaves, mdiChevronRight, mdiHistory } from '@mdi/js'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFromNow, useNow } from '../../shared/clock/use-now.ts'
import { formatAge, formatDuration } from '../../shared/format/age.ts'
import { formatNumber } from '../../shared/format/number.ts'
import { AddressLink } from '../../shared/ui/links.tsx'
import { figureFrame } from '../../shared/ui/Figure.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { TitledCard } from '../../shared/ui/PageSection.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { OpenAlarms } from '../alarms/public/OpenAlarms.tsx'
import { homeQueries } from '../alarms/public/overview.queries.ts'
import { isAllInRange, WatchState } from '../alarms/public/WatchLine.tsx'
import { CardBody } from './CardBody.tsx'
import { dashboardQueries } from './dashboard.queries.ts'

const SHOWN = 5

/** The problems: alarms, silent terminals, tanks out of range or without fresh values. */
export function Attention({ windowHours }: { windowHours: number }) {
  const { t } = useTranslation()
  const id = useId()
  const home = useQuery(homeQueries.overview())
  const silent = useQuery(dashboardQueries.silentTerminals())
  const summary = useQuery(dashboardQueries.summary(windowHours))
  const stats = useQuery(dashboardQueries.stats(windowHours))
  const isInRange = useFromNow((now) => home.data !== undefined && isAllInRange(home.data.tanks, now))
  const isAllClear =
    home.data?.alarms.open === 0 &&
    home.data.alarms.shelved === 0 &&
    isInRange &&
    silent.data?.data.length === 0 &&
    stats.data !== undefined &&
    stats.data.connections.online === stats.data.connections.total &&
    summary.data?.tanks.out === 0 &&
    summary.data.tanks.stale === 0
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h2" id={id}>
        {t('dashboard.attention')}
      </Typography>
      {isAllClear && home.data ? (
        <Paper variant="outlined" sx={{ display: 'grid', gap: 0.5, p: 2 }}>
          <WatchState watch={home.data.tanks} />
          <Quiet>{t('dashboard.allClearBody')}</Quiet>
        </Paper>
      ) : (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <Box sx={{ gridColumn: '1 / -1' }}>
            <CardBody query={home} height={84}>
              {({ alarms }) => alarms.open + alarms.shelved > 0 && <OpenAlarms alarms={alarms} />}
            </CardBody>
          </Box>
          <TitledCard icon={mdiRouterWirelessOff} title={t('dashboard.cards.inactiveIots')}>
            <CardBody query={silent} height={84}>
              {({ data }) => <SilentTerminals terminals={data} stats={stats.data} />}
            </CardBody>
          </TitledCard>
          <TitledCard icon={mdiWaves} title={t('dashboard.cards.troubledTanks')}>
            <CardBody query={summary} height={84}>
              {({ tanks }) => <TroubledTanks tanks={tanks} watch={home.data?.tanks} />}
            </CardBody>
          </TitledCard>
        </Box>
      )}
      <RaisedAlarms windowHours={windowHours} />
    </Box>
  )
}

/** @param stats absent: the number of sending terminals is unknown, so the page does not claim that all terminals send */
function SilentTerminals({ terminals, stats }: { terminals: SilentTerminal[]; stats: DashboardStats | undefined }) {
  const { t } = useTranslation()
  const now = useNow()
  if (terminals.length === 0) return stats ? <SendingTerminals stats={stats} /> : <Skeleton width="60%" height={28} />
  return (
    <Lines
      rest={terminals.length - SHOWN}
      all={{
        address: '/terminals?status=active&connection=offline',
        text: t('dashboard.allSilent', { n: terminals.length }),
      }}
    >
      {terminals.slice(0, SHOWN).map(({ id, code, tank, last_seen_at }) => (
        <Line key={id} address={`/terminals/${id}`} code={code} about={tank?.code ?? t('dashboard.noTank')}>
          {t('dashboard.silentSince', { age: formatDuration(Math.max(0, now - Date.parse(last_seen_at))) })}
        </Line>
      ))}
    </Lines>
  )
}

/** How many of the active terminals send data; `all` only when it is true. */
function SendingTerminals({ stats: { connections, generated_at } }: { stats: DashboardStats }) {
  const { t } = useTranslation()
  const now = useNow()
  const { stale, never } = connections
  if (connections.total === 0) return <Quiet>{t('dashboard.noTerminals')}</Quiet>
  const counts = { online: formatNumber(connections.online), total: formatNumber(connections.total) }
  if (connections.online === connections.total) {
    const age = formatAge(t, Math.max(0, now - Date.parse(generated_at)))
    return (
      <>
        <Quiet>{t('dashboard.noSilent')}</Quiet>
        <Quiet>{t('dashboard.allSend', { ...counts, age })}</Quiet>
      </>
    )
  }
  const rest = [
    ...(stale > 0 ? [t('dashboard.terminalsStale', { count: stale })] : []),
    ...(never > 0 ? [t('dashboard.terminalsNever', { count: never })] : []),
  ]
  return (
    <>
      <Typography>{t('dashboard.someSend', counts)}</Typography>
      {rest.length > 0 && <Quiet>{rest.join(' · ')}</Quiet>}
    </>
  )
}

function TroubledTanks({ tanks, watch }: Pick<DashboardSummary, 'tanks'> & { watch: Home['tanks'] | undefined }) {
  const { t } = useTranslation()
  const troubled = tanks.latest.filter(({ state }) => state === 'out' || state === 'stale')
  const count = tanks.out + tanks.stale
  if (count === 0) return watch ? <WatchState watch={watch} /> : <Skeleton width="60%" height={28} />
  return (
    <Lines
      rest={count - SHOWN}
      all={{ address: '/tanks?condition=out_of_range,stale', text: t('dashboard.allTroubled', { n: count }) }}
    >
      {troubled.slice(0, SHOWN).map(({ tank, state, is_stale }) => (
        <Line key={tank.id} address={`/tanks/${tank.id}`} code={tank.code} about={tank.name}>
          {state === 'out' ? (
            <b>{t(is_stale ? 'dashboard.tankState.wasOut' : 'dashboard.tankState.out')}</b>
          ) : (
            t('dashboard.tankState.stale')
          )}
        </Line>
      ))}
    </Lines>
  )
}

interface LinesProps {
  children: ReactNode
  /** How many more there are. */
  rest: number
  /** The list of all. */
  all: { address: string; text: string }
}

function Lines({ children, rest, all }: LinesProps) {
  return (
    <>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {children}
      </Box>
      {rest > 0 && (
        <AddressLink address={all.address} sx={{ display: 'inline-block', py: 1 }}>
          {all.text}
        </AddressLink>
      )}
    </>
  )
}

interface LineProps {
  address: string
  code: string
  about: string
  children: ReactNode
}

function Line({ address, code, about, children }: LineProps) {
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 8px', minHeight: 44 }}>
      <AddressLink address={address} lang="en" sx={{ fontWeight: 700, py: 1, overflowWrap: 'anywhere' }}>
        {code}
      </AddressLink>
      {/* Wraps to the next line beside a long code on a phone. */}
      <Box component="span" sx={{ flex: '1 1 9em', minWidth: 0, overflowWrap: 'anywhere' }}>
        {about}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', textAlign: 'end' }}>
        {children}
      </Box>
    </Box>
  )
}

/** The alarms raised in the window, open or closed, and a link to the tanks that were out of range longest. */
function RaisedAlarms({ windowHours }: { windowHours: number }) {
  const { t } = useTranslation()
  const { data } = useQuery(dashboardQueries.summary(windowHours))
  if (!data || data.alarms.total === 0) return null
  const { total, critical, cleared } = data.alarms
  const more = [
    ...(critical > 0 ? [t('dashboard.raised.critical', { count: critical })] : []),
    ...(cleared > 0 ? [t('dashboard.raised.cleared', { count: cleared })] : []),
  ]
  return (
    <AddressLink
      address={`/alarms?tab=statistics&from=now-${windowHours}h&sort=-out_seconds`}
      underline="none"
      sx={(theme) => ({
        ...figureFrame(theme),
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        py: 1,
        minHeight: 52,
      })}
    >
      <Icon path={mdiHistory} sx={{ color: 'text.secondary' }} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', flex: 1, minWidth: 0, gap: '0 16px' }}>
        <Box component="span" sx={{ flex: 1, minWidth: 'min(200px, 100%)' }}>
          <b>{t('dashboard.raised.sum', { n: windowHours, alarms: formatNumber(total) })}</b>
          {more.map((words) => ` · ${words}`)}
        </Box>
        <Box component="span" sx={({ tokens: { palette } }) => ({ color: palette.primary.text, fontWeight: 500 })}>
          {t('dashboard.raised.tanks')}
        </Box>
      </Box>
      <Icon path={mdiChevronRight} sx={{ color: 'text.secondary' }} />
    </AddressLink>
  )
}
