import { mdiChevronRight, mdiHistory } from '@mdi/js'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../shared/format/number.ts'
import { useAddressLink } from '../../shared/ui/address-link.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { dashboardQueries } from './dashboard.queries.ts'

/** What the window saw, over or not, and the way to the tanks that were out of range longest. */
export function RaisedAlarms({ windowHours }: { windowHours: number }) {
  const { t } = useTranslation()
  const link = useAddressLink(`/alarms?tab=statistics&from=now-${windowHours}h&sort=-out_seconds`)
  const { data } = useQuery(dashboardQueries.summary(windowHours))
  if (!data || data.alarms.total === 0) return null
  const { total, critical, cleared } = data.alarms
  const more = [
    ...(critical > 0 ? [t('dashboard.raised.critical', { count: critical })] : []),
    ...(cleared > 0 ? [t('dashboard.raised.cleared', { count: cleared })] : []),
  ]
  return (
    <Link
      {...link}
      underline="none"
      sx={({ tokens: { palette } }) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        py: 1,
        minHeight: 52,
        color: 'inherit',
        borderRadius: 1,
        border: `1px solid ${palette.divider}`,
        bgcolor: palette.surface,
        '&:hover': { bgcolor: palette.hoverRow },
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
    </Link>
  )
}
