import type { DashboardStats } from '@dalyan/contracts/dashboard'
import { mdiAccountPlus, mdiChartLine, mdiPlus, mdiRouterWireless, mdiRuler, mdiTextBoxOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import dashboard from '../../locales/tr/dashboard.json' with { type: 'json' }
import { formatNumber } from '../../shared/format/number.ts'
import { addWords } from '../../shared/i18n/add-words.ts'
import { LiveBadge } from '../../shared/live/LiveBadge.tsx'
import { useChannel } from '../../shared/live/use-channel.ts'
import { usePage } from '../../shared/ui/page-state.ts'
import { Figure, figureLook } from '../../shared/ui/Figure.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { AddressLink } from '../../shared/ui/links.tsx'
import { useAddressLink } from '../../shared/ui/use-address-link.ts'
import { Attention } from './Attention.tsx'
import { CardBody } from './CardBody.tsx'
import { readDashboardSearch, USUAL_WINDOW, WINDOWS } from './dashboard-search.ts'
import { dashboardQueries } from './dashboard.queries.ts'
import { ClockBehind, LowDisk, SystemState } from './SystemState.tsx'

addWords({ dashboard })

/** The administrator's overview: problems first, then frequent actions, then figures. */
export function DashboardPage() {
  const { t } = useTranslation()
  const windowHours = useSearch({ from: '/signed-in/admin' }).window_hours ?? USUAL_WINDOW
  const stats = useQuery(dashboardQueries.stats(windowHours))
  useChannel('dashboard')
  useChannel('alarms')
  usePage(t('dashboard.title'), !stats.isPending)
  return (
    <Box sx={{ display: 'grid', gap: 3, p: { xs: 1.5, sm: 3 }, maxWidth: 1400, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <Typography variant="h1">{t('dashboard.title')}</Typography>
        <LiveBadge newestAt={stats.data ? Date.parse(stats.data.generated_at) : null} />
        <WindowChoice hours={windowHours} />
      </Box>
      <LowDisk />
      <ClockBehind />
      <Attention windowHours={windowHours} />
      <CardBody query={stats} height={84}>
        {(data) => <Counts stats={data} windowHours={windowHours} />}
      </CardBody>
      <QuickActions />
      <SystemState />
    </Box>
  )
}

function WindowChoice({ hours }: { hours: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <TextField
      select
      size="small"
      label={t('dashboard.windowHours')}
      value={hours}
      onChange={({ target }) =>
        void navigate({ to: '/admin', search: readDashboardSearch({ window_hours: target.value }) })
      }
      sx={{ marginInlineStart: 'auto', minWidth: 160 }}
    >
      {WINDOWS.map((each) => (
        <MenuItem key={each} value={each}>
          {t('dashboard.hours', { n: each })}
        </MenuItem>
      ))}
    </TextField>
  )
}

interface RecordCount {
  name: string
  value: number
  note?: string
  /** The list with the filter that was counted. */
  address: string
}

/** Counts of records; each number links to its list. */
function Counts({ stats, windowHours }: { stats: DashboardStats; windowHours: number }) {
  const { t } = useTranslation()
  const { tanks, iots, connections, users, firms, orders, measurements } = stats
  const activeOf = ({ active, total }: { active: number; total: number }) =>
    t('dashboard.activeOf', { active: formatNumber(active), total: formatNumber(total) })
  const online = { online: formatNumber(connections.online), total: formatNumber(iots.active) }
  const counts = [
    { name: 'tanks', value: tanks.active, note: activeOf(tanks), address: '/tanks?status=active' },
    {
      name: 'terminals',
      value: connections.online,
      note: t('dashboard.onlineOf', online),
      address: '/terminals?status=active&connection=online',
    },
    {
      name: 'measurements',
      value: measurements.window,
      note: t('dashboard.hours', { n: windowHours }),
      address: `/measurements?from=now-${windowHours}h`,
    },
    { name: 'users', value: users.total, address: '/users' },
    { name: 'firms', value: firms.total, note: activeOf(firms), address: '/firms' },
    {
      name: 'orders',
      value: orders.placed + orders.confirmed,
      note: t('dashboard.ordersOpen'),
      address: '/orders?status=placed,confirmed',
    },
  ] as const satisfies readonly RecordCount[]
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          sm: 'repeat(3, minmax(0, 1fr))',
          lg: 'repeat(6, minmax(0, 1fr))',
        },
      }}
    >
      {counts.map(({ name, value, address, ...count }) => (
        <AddressLink key={name} address={address} underline="none" sx={figureLook}>
          <Figure label={t(`dashboard.cards.${name}`)} value={formatNumber(value)} {...count} />
        </AddressLink>
      ))}
    </Box>
  )
}

const ACTIONS = [
  { name: 'newTank', icon: mdiPlus, address: '/tanks?dialog=create' },
  { name: 'newTerminal', icon: mdiRouterWireless, address: '/terminals?dialog=create' },
  { name: 'newUser', icon: mdiAccountPlus, address: '/users?dialog=create' },
  { name: 'newTemplate', icon: mdiRuler, address: '/range-templates?dialog=create' },
  { name: 'viewMeasurements', icon: mdiChartLine, address: '/measurements' },
  { name: 'viewLogs', icon: mdiTextBoxOutline, address: '/logs/iot' },
] as const

/** Links to frequent actions. */
function QuickActions() {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h2" id={id}>
        {t('dashboard.quickActions')}
      </Typography>
      <Box
        sx={{
          display: { xs: 'grid', sm: 'flex' },
          flexWrap: 'wrap',
          gap: 1,
          gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
        }}
      >
        {ACTIONS.map((action) => (
          <QuickAction key={action.name} {...action} />
        ))}
      </Box>
    </Box>
  )
}

function QuickAction({ name, icon, address }: (typeof ACTIONS)[number]) {
  const { t } = useTranslation()
  const link = useAddressLink(address)
  return (
    <Button {...link} variant="outlined" startIcon={<Icon path={icon} />} sx={{ justifyContent: 'flex-start' }}>
      {t(`dashboard.quick.${name}`)}
    </Button>
  )
}
