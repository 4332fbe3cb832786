import type { Home } from '@dalyan/contracts/home'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { formatLongDate, hourOfDay } from '../../shared/format/date-time.ts'
import { isAdmin, may } from '../../shared/session/permissions.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { useAppReady } from '../../shared/ui/app-ready.ts'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { OpenAlarms } from '../alarms/public/OpenAlarms.tsx'
import { homeQueries } from '../alarms/public/overview.queries.ts'
import { hasFinishedSteps } from './finished-steps.ts'
import { greetingAt } from './greeting.ts'
import { HomeCards, LastEvent, ResumeOffer } from './HomeCards.tsx'

const FirstSteps = lazy(() => import('./FirstSteps.tsx').then(({ FirstSteps: component }) => ({ default: component })))

const NobodyNotified = lazy(async () => ({
  default: (await import('../notifications/public/NobodyNotified.tsx')).NobodyNotified,
}))

/** The home page: greeting, problems, the user's records, links. */
export function HomePage() {
  const { t } = useTranslation()
  const user = useUser()
  const now = serverNow()
  const home = useQuery(homeQueries.overview())
  useAppReady(!home.isPending)
  return (
    <Box sx={{ display: 'grid', gap: 2, p: { xs: 1.5, sm: 3 }, maxWidth: 1200, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <LandingNotice />
      <ResumeOffer />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: 1 }}>
        <Typography variant="h1" sx={{ flex: 1, minWidth: 240, overflowWrap: 'anywhere' }}>
          {t(`home.${greetingAt(hourOfDay(now))}`, { name: user.name })}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{formatLongDate(now)}</Typography>
      </Box>
      {isAdmin(user) && (
        <Suspense>
          <NobodyNotified />
        </Suspense>
      )}
      {home.data && <WhatIsWrong home={home.data} />}
      {isAdmin(user) && !hasFinishedSteps() && (
        <Suspense>
          <FirstSteps />
        </Suspense>
      )}
      {home.error && <ErrorAlert error={home.error} onRetry={() => void home.refetch()} />}
      {(home.data || !home.error) && <HomeCards home={home.data} />}
    </Box>
  )
}

/** The open alarms; for a user who cannot acknowledge alarms, the returned ones share a line. */
function WhatIsWrong({ home: { alarms, tanks } }: { home: Home }) {
  const mayAcknowledge = may(useUser(), 'alarms.acknowledge')
  if (alarms.open + alarms.shelved === 0) return null
  const isOver = alarms.shelved === 0 && alarms.worst.every(({ state }) => state === 'rtn_unack')
  return isOver && !mayAcknowledge ? (
    <LastEvent returned={alarms.worst} watch={tanks} />
  ) : (
    <OpenAlarms alarms={alarms} />
  )
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
