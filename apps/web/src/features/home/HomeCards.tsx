import type { Home } from '@dalyan/contracts/home'
import type { Order } from '@dalyan/contracts/orders'
import { mdiCartOutline, mdiStarCircleOutline, mdiViewDashboard, mdiWaves } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../shared/format/date-time.ts'
import { formatNumber } from '../../shared/format/number.ts'
import { may, useUser } from '../../shared/session/user.ts'
import { TitledCard } from '../../shared/ui/PageSection.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { WatchLine, WatchState } from '../alarms/public/WatchLine.tsx'
import { forgetStop, lastStop } from '../auth/public/stopped-at.ts'

/** The user's tanks, orders and points; for administrators also a link to their panel. Undefined: still loading. */
export function HomeCards({ home }: { home: Home | undefined }) {
  const { t } = useTranslation()
  const hasPanel = may(useUser(), 'dashboard.view')
  const columns = { xs: 'minmax(0, 1fr)', md: `repeat(${hasPanel ? 4 : 3}, minmax(0, 1fr))` }
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: columns }}>
      <TitledCard
        icon={mdiWaves}
        title={t('home.tanksCard')}
        action={<Go to="/tanks" main label={t('home.goTanks')} />}
      >
        {home ? <TankCounts tanks={home.tanks} /> : <Skeleton width="60%" height={28} />}
      </TitledCard>
      <TitledCard
        icon={mdiCartOutline}
        title={t('home.orders')}
        action={<Go to="/orders" label={t('home.goOrders')} />}
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
          action={<Go to="/admin" label={t('home.goAdmin')} />}
        >
          <Quiet>{t('home.adminCardBody')}</Quiet>
        </TitledCard>
      )}
    </Box>
  )
}

function Go({ to, label, main = false }: { to: '/tanks' | '/orders' | '/admin'; label: string; main?: boolean }) {
  return (
    <Button component={Link} to={to} variant={main ? 'contained' : 'outlined'}>
      {label}
    </Button>
  )
}

const PLAIN = { color: 'inherit' }

function TankCounts({ tanks }: { tanks: Home['tanks'] }) {
  const { total, out_of_range, silent_out, stale } = tanks
  const { t } = useTranslation()
  const user = useUser()
  if (total === 0) {
    const isLost = user.firm === null && user.roles.every(({ name }) => name !== 'admin')
    return <Quiet>{isLost ? t('home.noFirm') : t('home.tanksEmpty')}</Quiet>
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
      {/* Who is notified of alarms reads above whether all is well. */}
      {out_of_range > 0 || may(user, 'alarms.acknowledge') ? <WatchLine watch={tanks} /> : <WatchState watch={tanks} />}
    </>
  )
}

function Balance({ balance }: { balance: number }) {
  const { t } = useTranslation()
  return (
    <>
      {balance === 0 ? (
        <Quiet>{t('home.pointsEmpty')}</Quiet>
      ) : (
        <Typography sx={{ fontSize: '1.5rem', fontWeight: 700 }}>
          {t('home.pointsValue', { count: balance, amount: formatNumber(balance) })}
        </Typography>
      )}
      <Quiet>{t('home.pointsBody')}</Quiet>
    </>
  )
}

const SHOWN = 3

/** The newest orders, one line each. */
function LatestOrders({ orders }: { orders: readonly Order[] }) {
  const { t } = useTranslation()
  if (orders.length === 0) return <Quiet>{t('home.ordersEmpty')}</Quiet>
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 0.5, m: 0, p: 0, listStyle: 'none' }}>
      {orders.slice(0, SHOWN).map(({ id, code, created_at, status }) => (
        <li key={id}>
          <b lang="en">{code}</b> · {formatDate(created_at)} · {t(`home.orderStatus.${status}`)}
        </li>
      ))}
    </Box>
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
