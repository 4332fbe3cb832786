import { mdiWaves } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../realtime/use-channel.ts'
import { serverNow } from '../../shared/clock/server-clock.ts'
import { formatLongDate, hourOfDay } from '../../shared/format/date-time.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { useAppReady } from '../../shared/ui/app-ready.ts'
import { ErrorAlert } from '../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { tankQueries } from '../tanks/tanks.queries.ts'
import { greetingAt } from './greeting.ts'
import { ResumeOffer } from './ResumeOffer.tsx'

/** Greets, says how the tanks stand, leads on. */
export function HomePage() {
  const { t } = useTranslation()
  const user = useUser()
  const now = serverNow()
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 }, maxWidth: 1100 }}>
      <LandingNotice />
      <ResumeOffer />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: 1, mb: 2 }}>
        <Typography variant="h1" sx={{ flex: 1, minWidth: 240, overflowWrap: 'anywhere' }}>
          {t(`home.${greetingAt(hourOfDay(now))}`, { name: user.name })}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{formatLongDate(now)}</Typography>
      </Box>
      <TanksCard />
    </Box>
  )
}

function TanksCard() {
  const { t } = useTranslation()
  // The counts are over all tanks; the single row only keeps the answer small.
  const tanks = useQuery(tankQueries.list({ per_page: 1 }))
  useChannel('tanks')
  useAppReady(!tanks.isPending)
  return (
    <Paper variant="outlined" component="section" aria-labelledby="home-tanks" sx={{ p: 2, maxWidth: 420 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Icon path={mdiWaves} sx={{ color: 'text.secondary' }} />
        <Typography variant="h2" id="home-tanks">
          {t('home.tanksCard')}
        </Typography>
      </Box>
      {tanks.isPending && <Skeleton width="60%" height={28} />}
      {tanks.error && <ErrorAlert error={tanks.error} onRetry={() => void tanks.refetch()} />}
      {tanks.data && (
        <Typography component="p" sx={{ minHeight: 28 }}>
          {t('common.states.resultCount', { count: tanks.data.total })}
          {tanks.data.counts.out_of_range > 0 && (
            <b> · {t('tanks.list.outOfRange', { count: tanks.data.counts.out_of_range })}</b>
          )}
          {tanks.data.counts.stale > 0 && <> · {t('tanks.list.staleTanks', { count: tanks.data.counts.stale })}</>}
        </Typography>
      )}
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>{t('home.tanksCardBody')}</Typography>
      <Button component={Link} to="/tanks" variant="contained">
        {t('home.goTanks')}
      </Button>
    </Paper>
  )
}

/** Why somebody landed here who wanted to go elsewhere. */
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
      sx={{ mb: 2 }}
    >
      {notice === 'admin-only' ? t('home.noAccess') : t('home.redirected')}
    </Alert>
  )
}
