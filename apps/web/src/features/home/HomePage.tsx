import type { Home } from '@dalyan/contracts/home'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { useFromNow } from '../../shared/clock/use-now.ts'
import { formatLongDate, hourOfDay } from '../../shared/format/date-time.ts'
import { isAdmin, may, useUser } from '../../shared/session/user.ts'
import { useAppReady } from '../../shared/ui/page-state.ts'
import { QueryError } from '../../shared/ui/ErrorAlert.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { homeQueries } from '../alarms/public/overview.queries.ts'
import { isAllInRange } from '../alarms/public/WatchLine.tsx'
import { hasFinishedSteps } from './finished-steps.ts'
import { greetingAt } from './greeting.ts'
import { HomeCards, ResumeOffer } from './HomeCards.tsx'

const FirstSteps = lazy(async () => ({ default: (await import('./FirstSteps.tsx')).FirstSteps }))

const NowPanel = lazy(async () => ({ default: (await import('./NowPanel.tsx')).NowPanel }))

const OpenAlarms = lazy(async () => ({ default: (await import('../alarms/public/OpenAlarms.tsx')).OpenAlarms }))

const LastEvent = lazy(async () => ({ default: (await import('../measurements/public/LastEvent.tsx')).LastEvent }))

const Reachability = lazy(async () => ({
  default: (await import('../notifications/public/Reachability.tsx')).Reachability,
}))

/** The home page: greeting, problems, the user's records, links. */
export function HomePage() {
  const { t } = useTranslation()
  const user = useUser()
  const now = serverNow()
  const home = useQuery(homeQueries.overview())
  const mayAcknowledge = may(user, 'alarms.acknowledge')
  const state = useQuery({ ...homeQueries.now(), enabled: mayAcknowledge })
  // Its parts appear together: one after the other they would push those below them down.
  const isWaiting = home.isPending || state.isLoading
  useAppReady(!isWaiting)
  const steps = !isWaiting && isAdmin(user) && !hasFinishedSteps() && <FirstSteps />
  // Before the first tank nothing else is of use.
  const isNew = home.data?.tanks.total === 0
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 1, sm: 2 },
        p: { xs: 1.5, sm: 3 },
        maxWidth: 1920,
        gridTemplateColumns: 'minmax(0, 1fr)',
      }}
    >
      <LandingNotice />
      <ResumeOffer />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: 1 }}>
        <Typography variant="h1" sx={{ flex: 1, minWidth: 240, overflowWrap: 'anywhere' }}>
          {t(`home.${greetingAt(hourOfDay(now))}`, { name: user.name })}
        </Typography>
        {/* On a phone what is wrong comes before the date. */}
        <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
          <Quiet>{formatLongDate(now)}</Quiet>
        </Box>
      </Box>
      {isWaiting && <LoadingHome />}
      <Suspense fallback={!isWaiting && <LoadingHome />}>
        {isNew && steps}
        {mayAcknowledge && <NowPanel home={home.data} isHidden={isWaiting} />}
        {!isWaiting && (
          <>
            {!mayAcknowledge && home.data && <WhatIsWrong home={home.data} />}
            {mayAcknowledge && <Reachability />}
            {!isNew && steps}
            <QueryError query={home} />
            {(home.data || !home.error) && <HomeCards home={home.data} />}
          </>
        )}
      </Suspense>
    </Box>
  )
}

/** As high as what it stands for, which reaches beyond the screen. */
function LoadingHome() {
  return <Skeleton variant="rounded" sx={{ height: 'calc(100dvh - 160px)' }} />
}

/** The open alarms for a user who cannot acknowledge them; when none is out of range now, that it is over. */
function WhatIsWrong({ home: { alarms, tanks } }: { home: Home }) {
  const { t } = useTranslation()
  const isWell = useFromNow((now) => isAllInRange(tanks, now))
  const isOver = alarms.shelved === 0 && alarms.worst.every(({ state }) => state === 'rtn_unack')
  if (!isOver) return <OpenAlarms alarms={alarms} />
  if (tanks.total === 0) return null
  return <LastEvent well={isWell ? t('home.allWell', { count: tanks.active }) : null} />
}

/** Why a user was sent here instead of the requested page. */
function LandingNotice() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const notice = useLocation({ select: ({ state }) => state.notice })
  if (!notice) return null
  return (
    <Alert
      severity="info"
      tabIndex={-1}
      ref={(element: HTMLElement | null) => element?.focus()}
      onClose={() => void navigate({ to: '/home', replace: true })}
    >
      {notice === 'admin-only' ? t('home.noAccess') : t('home.redirected')}
    </Alert>
  )
}
