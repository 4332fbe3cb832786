import type { Alarm } from '@dalyan/contracts/alarms'
import type { Home } from '@dalyan/contracts/home'
import { mdiCartOutline, mdiStarCircleOutline, mdiViewDashboard, mdiWaves } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/clock/use-now.ts'
import { formatNumber } from '../../shared/format/number.ts'
import { may } from '../../shared/session/permissions.ts'
import { useUser } from '../../shared/session/user-context.ts'
import { TitledCard } from '../../shared/ui/TitledCard.tsx'
import { alarmDuration, shortTime } from '../alarms/public/alarm-facts.ts'
import { WatchLine, WatchState, isAllInRange } from '../alarms/public/WatchLine.tsx'
import { forgetStop, lastStop } from '../auth/public/stopped-at.ts'
import { LatestOrders } from './LatestOrders.tsx'

/** The user's tanks, orders and points; for administrators also a link to their panel. Undefined: still loading. */
export function HomeCards({ home }: { home: Home | undefined }) {
  const { t } = useTranslation()
  const hasPanel = may(useUser(), 'dashboard.view')
  const columns = { xs: 'minmax(0, 1fr)', md: `repeat(${hasPanel ? 2 : 3}, minmax(0, 1fr))` }
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: columns }}>
      <TitledCard
        icon={mdiWaves}
        title={t('home.tanksCard')}
        action={
          <Button component={Link} to="/tanks" variant="contained">
            {t('home.goTanks')}
          </Button>
        }
      >
        {home ? <TankCounts tanks={home.tanks} /> : <Skeleton width="60%" height={28} />}
      </TitledCard>
      <TitledCard
        icon={mdiCartOutline}
        title={t('home.orders')}
        action={
          <Button component={Link} to="/orders" variant="outlined">
            {t('home.goOrders')}
          </Button>
        }
      >
        {home ? <LatestOrders orders={home.orders} /> : <Skeleton width="80%" height={28} />}
      </TitledCard>
      <TitledCard icon={mdiStarCircleOutline} title={t('home.points')}>
        {home ? <Balance balance={home.points.balance} /> : <Skeleton width="40%" height={28} />}
      </TitledCard>
      {hasPanel && (
        <TitledCard
          icon={mdiViewDashboard}
          title={t('nav.adminPanel')}
          action={
            <Button component={Link} to="/admin" variant="outlined">
              {t('home.goAdmin')}
            </Button>
          }
        >
          <Typography sx={{ color: 'text.secondary' }}>{t('home.adminCardBody')}</Typography>
        </TitledCard>
      )}
    </Box>
  )
}

const PLAIN = { color: 'inherit' }

function TankCounts({ tanks }: { tanks: Home['tanks'] }) {
  const { total, out_of_range, silent_out, stale } = tanks
  const { t } = useTranslation()
  const user = useUser()
  if (total === 0) {
    const isLost = user.firm === null && user.roles.every(({ name }) => name !== 'admin')
    return <Typography sx={{ color: 'text.secondary' }}>{isLost ? t('home.noFirm') : t('home.tanksEmpty')}</Typography>
  }
  return (
    <>
      <Typography>
        {t('home.tanksCount', { count: total })}
        {out_of_range > 0 && (
          <>
            {' · '}
            <Link to="/tanks" search={{ condition: ['out_of_range'] }} style={PLAIN}>
              <b>{t('home.outOfRange', { count: out_of_range })}</b>
            </Link>
            {silent_out > 0 && ` (${t('home.silentOut', { count: silent_out })})`}
          </>
        )}
        {stale > 0 && (
          <>
            {' · '}
            <Link to="/tanks" search={{ condition: ['stale'] }} style={PLAIN}>
              {t('home.staleTanks', { count: stale })}
            </Link>
          </>
        )}
      </Typography>
      {out_of_range > 0 ? <WatchLine watch={tanks} /> : <WatchState watch={tanks} />}
    </>
  )
}

function Balance({ balance }: { balance: number }) {
  const { t } = useTranslation()
  return (
    <>
      {balance === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('home.pointsEmpty')}</Typography>
      ) : (
        <Typography sx={{ fontSize: '1.5rem', fontWeight: 700 }}>
          {t('home.pointsValue', { count: balance, amount: formatNumber(balance) })}
        </Typography>
      )}
      <Typography sx={{ color: 'text.secondary' }}>{t('home.pointsBody')}</Typography>
    </>
  )
}

const asSentence = (text: string) => text.charAt(0).toLocaleUpperCase('tr-TR') + text.slice(1)

/** `Tankınız iyi · son olay 13:14, 2 dk, çözüldü`; claims that all is well only when it is proved. */
export function LastEvent({ returned, watch }: { returned: readonly Alarm[]; watch: Home['tanks'] }) {
  const { t } = useTranslation()
  const now = useNow()
  const [last] = returned.toSorted((a, b) => Date.parse(b.out_since) - Date.parse(a.out_since))
  if (!last) return null
  const event = t('home.lastEvent', { time: shortTime(last.out_since, now), duration: alarmDuration(last, now) })
  return (
    <Paper variant="outlined" sx={{ px: 2, py: 1.5 }}>
      {isAllInRange(watch, now) ? `${t('home.allWell', { count: watch.active })} · ${event}` : asSentence(event)}
    </Paper>
  )
}

/** After an expired session: a link back to the page where it stopped. */
export function ResumeOffer() {
  const { t } = useTranslation()
  const router = useRouter()
  const [stop, setStop] = useState(lastStop)
  if (!stop) return null

  function dismiss() {
    forgetStop()
    setStop(null)
  }
  return (
    <Alert
      severity="info"
      action={
        <>
          <Button
            color="inherit"
            size="small"
            onClick={() => {
              dismiss()
              router.history.push(stop.address)
            }}
          >
            {t('auth.resumeGo')}
          </Button>
          <Button color="inherit" size="small" onClick={dismiss}>
            {t('common.actions.close')}
          </Button>
        </>
      }
    >
      {t('auth.resumeWhere', { page: stop.title })}
    </Alert>
  )
}
