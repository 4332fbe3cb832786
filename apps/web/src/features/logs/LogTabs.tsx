import Box from '@mui/material/Box'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

const TABS = [
  { to: '/logs/iot', label: 'logs.tabs.iot' },
  { to: '/logs/tanks', label: 'logs.tabs.tanks' },
  { to: '/logs/server', label: 'logs.tabs.server' },
  { to: '/logs/audit', label: 'logs.tabs.audit' },
] as const

/** The four logs as links: each has its own address. How often they look for what is new goes along. */
export function LogTabs({ refresh }: { refresh: 0 | 2 | 5 | 15 | 60 | undefined }) {
  const { t } = useTranslation()
  return (
    <Box
      component="nav"
      aria-label={t('logs.title')}
      sx={({ tokens: { palette } }) => ({
        display: 'flex',
        overflowX: 'auto',
        borderBottom: `1px solid ${palette.divider}`,
        '& a': {
          display: 'flex',
          alignItems: 'center',
          minHeight: 44,
          px: 2,
          whiteSpace: 'nowrap',
          fontWeight: 500,
          textDecoration: 'none',
          color: palette.textSecondary,
          borderBottom: '3px solid transparent',
          '&:hover': { color: palette.textPrimary, bgcolor: palette.hoverRow },
          '&[aria-current=page]': { color: palette.primary.text, borderBottomColor: palette.primary.text },
          '&:focus-visible': { outlineOffset: -3 },
        },
      })}
    >
      {TABS.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          search={refresh === undefined ? {} : { refresh }}
          activeOptions={{ includeSearch: false }}
        >
          {t(label)}
        </Link>
      ))}
    </Box>
  )
}
