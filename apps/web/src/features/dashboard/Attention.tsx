import { mdiCheckCircleOutline, mdiRouterWirelessOff, mdiWaves } from '@mdi/js'
import type { DashboardSummary, SilentTerminal } from '@dalyan/contracts/dashboard'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { OpenAlarms } from '../../shared/alarms/OpenAlarms.tsx'
import { useNow } from '../../shared/clock/use-now.ts'
import { formatDuration } from '../../shared/format/age.ts'
import { useAddressLink } from '../../shared/ui/address-link.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { TitledCard } from '../../shared/ui/TitledCard.tsx'
import { homeQueries } from '../home/home.queries.ts'
import { CardBody } from './CardBody.tsx'
import { dashboardQueries } from './dashboard.queries.ts'
import { RaisedAlarms } from './RaisedAlarms.tsx'

const SHOWN = 5

/** What is wrong and where: alarms, silent terminals, tanks out of range or without fresh values. */
export function Attention({ windowHours }: { windowHours: number }) {
  const { t } = useTranslation()
  const id = useId()
  const home = useQuery(homeQueries.overview())
  const silent = useQuery(dashboardQueries.silentTerminals())
  const summary = useQuery(dashboardQueries.summary(windowHours))
  const isAllClear =
    home.data?.alarms.open === 0 &&
    home.data.alarms.shelved === 0 &&
    silent.data?.data.length === 0 &&
    summary.data?.tanks.out === 0 &&
    summary.data.tanks.stale === 0
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h2" id={id}>
        {t('dashboard.attention')}
      </Typography>
      {isAllClear ? (
        <AllClear />
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
              {({ data }) => <SilentTerminals terminals={data} />}
            </CardBody>
          </TitledCard>
          <TitledCard icon={mdiWaves} title={t('dashboard.cards.troubledTanks')}>
            <CardBody query={summary} height={84}>
              {({ tanks }) => <TroubledTanks tanks={tanks} />}
            </CardBody>
          </TitledCard>
        </Box>
      )}
      <RaisedAlarms windowHours={windowHours} />
    </Box>
  )
}

function AllClear() {
  const { t } = useTranslation()
  return (
    <Paper variant="outlined" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, p: 2 }}>
      <Icon path={mdiCheckCircleOutline} sx={{ color: 'text.secondary', fontSize: 28 }} />
      <Box>
        <Typography sx={{ fontWeight: 700 }}>{t('dashboard.allClear')}</Typography>
        <Typography sx={{ color: 'text.secondary' }}>{t('dashboard.allClearBody')}</Typography>
      </Box>
    </Paper>
  )
}

function SilentTerminals({ terminals }: { terminals: SilentTerminal[] }) {
  const { t } = useTranslation()
  const now = useNow()
  if (terminals.length === 0) return <Quiet>{t('dashboard.noSilent')}</Quiet>
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

function TroubledTanks({ tanks }: { tanks: DashboardSummary['tanks'] }) {
  const { t } = useTranslation()
  const troubled = tanks.latest.filter(({ state }) => state === 'out' || state === 'stale')
  const count = tanks.out + tanks.stale
  if (count === 0) return <Quiet>{t('dashboard.noTrouble')}</Quiet>
  return (
    <Lines
      rest={count - SHOWN}
      all={{ address: '/tanks?condition=out_of_range,stale', text: t('dashboard.allTroubled', { n: count }) }}
    >
      {troubled.slice(0, SHOWN).map(({ tank, state }) => (
        <Line key={tank.id} address={`/tanks/${tank.id}`} code={tank.code} about={tank.name}>
          {state === 'out' ? <b>{t('dashboard.tankState.out')}</b> : t('dashboard.tankState.stale')}
        </Line>
      ))}
    </Lines>
  )
}

function Quiet({ children }: { children: ReactNode }) {
  return <Typography sx={{ color: 'text.secondary' }}>{children}</Typography>
}

function Lines({ children, rest, all }: { children: ReactNode; rest: number; all: { address: string; text: string } }) {
  const link = useAddressLink(all.address)
  return (
    <>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {children}
      </Box>
      {rest > 0 && (
        <Link {...link} sx={{ display: 'inline-block', py: 1 }}>
          {all.text}
        </Link>
      )}
    </>
  )
}

function Line({
  address,
  code,
  about,
  children,
}: {
  address: string
  code: string
  about: string
  children: ReactNode
}) {
  const link = useAddressLink(address)
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 8px', minHeight: 44 }}>
      <Link {...link} lang="en" sx={{ fontWeight: 700, py: 1, overflowWrap: 'anywhere' }}>
        {code}
      </Link>
      {/* Beside a long code on a phone it takes the next line. */}
      <Box component="span" sx={{ flex: '1 1 9em', minWidth: 0, overflowWrap: 'anywhere' }}>
        {about}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', textAlign: 'end' }}>
        {children}
      </Box>
    </Box>
  )
}
