import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../shared/format/number.ts'
import { useAddressLink } from '../../shared/ui/address-link.ts'
import { Figure, figureLook } from '../../shared/ui/Figure.tsx'
import { CardBody } from './CardBody.tsx'
import { dashboardQueries } from './dashboard.queries.ts'

/** Counts of records; each number links to its list. */
export function Counts({ windowHours }: { windowHours: number }) {
  const { t } = useTranslation()
  const stats = useQuery(dashboardQueries.stats(windowHours))
  const activeOf = ({ active, total }: { active: number; total: number }) =>
    t('dashboard.activeOf', { active: formatNumber(active), total: formatNumber(total) })
  return (
    <CardBody query={stats} height={84}>
      {({ tanks, iots, connections, users, firms, orders, measurements }) => (
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
          <CountLink
            address="/tanks?status=active"
            label={t('dashboard.cards.tanks')}
            value={formatNumber(tanks.active)}
            note={activeOf(tanks)}
          />
          <CountLink
            address="/terminals?status=active&connection=online"
            label={t('dashboard.cards.terminals')}
            value={formatNumber(connections.online)}
            note={t('dashboard.onlineOf', {
              online: formatNumber(connections.online),
              total: formatNumber(iots.active),
            })}
          />
          <CountLink
            address={`/measurements?from=now-${windowHours}h`}
            label={t('dashboard.cards.measurements')}
            value={formatNumber(measurements.window)}
            note={t('dashboard.hours', { n: windowHours })}
          />
          <CountLink address="/users" label={t('dashboard.cards.users')} value={formatNumber(users.total)} />
          <CountLink
            address="/firms"
            label={t('dashboard.cards.firms')}
            value={formatNumber(firms.total)}
            note={activeOf(firms)}
          />
          <CountLink
            address="/orders?status=placed,confirmed"
            label={t('dashboard.cards.orders')}
            value={formatNumber(orders.placed + orders.confirmed)}
            note={t('dashboard.ordersOpen')}
          />
        </Box>
      )}
    </CardBody>
  )
}

interface CountLinkProps {
  /** The list with the filter that was counted. */
  address: string
  label: string
  value: string
  note?: string
}

/** A number linked to the records that it counts. */
function CountLink({ address, ...figure }: CountLinkProps) {
  return (
    <Link {...useAddressLink(address)} underline="none" sx={figureLook}>
      <Figure {...figure} />
    </Link>
  )
}
