import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import dashboard from '../../locales/tr/dashboard.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'
import { LiveBadge } from '../../shared/live/LiveBadge.tsx'
import { useChannel } from '../../shared/live/use-channel.ts'
import { useAppReady } from '../../shared/ui/app-ready.ts'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { Attention } from './Attention.tsx'
import { Counts } from './Counts.tsx'
import { readDashboardSearch, USUAL_WINDOW, WINDOWS } from './dashboard-search.ts'
import { dashboardQueries } from './dashboard.queries.ts'
import { QuickActions } from './QuickActions.tsx'
import { SystemState } from './SystemState.tsx'

addWords({ dashboard })

/** The administrator's overview: problems first, then frequent actions, then figures. */
export function DashboardPage() {
  const { t } = useTranslation()
  const windowHours = useSearch({ from: '/signed-in/admin' }).window_hours ?? USUAL_WINDOW
  const stats = useQuery(dashboardQueries.stats(windowHours))
  useChannel('dashboard')
  useChannel('alarms')
  usePageTitle(t('dashboard.title'))
  useAppReady(!stats.isPending)
  return (
    <Box sx={{ display: 'grid', gap: 3, p: { xs: 1.5, sm: 3 }, maxWidth: 1400, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <Typography variant="h1">{t('dashboard.title')}</Typography>
        <LiveBadge newestAt={stats.data ? Date.parse(stats.data.generated_at) : null} />
        <WindowChoice hours={windowHours} />
      </Box>
      <Attention windowHours={windowHours} />
      <Counts windowHours={windowHours} />
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
