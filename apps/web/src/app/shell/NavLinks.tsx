import type { Permission } from '@dalyan/contracts/permissions'
import type { User } from '@dalyan/contracts/users'
import {
  mdiAccountSwitch,
  mdiAccountGroup,
  mdiAlertOctagon,
  mdiCartOutline,
  mdiChartLine,
  mdiCog,
  mdiDomain,
  mdiHome,
  mdiRouterWireless,
  mdiRuler,
  mdiTextBoxOutline,
  mdiViewDashboard,
  mdiViewGrid,
  mdiWaves,
} from '@mdi/js'
import Box from '@mui/material/Box'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { may, useUser } from '../../shared/session/user.ts'
import { Icon } from '../../shared/ui/Icon.tsx'

/** The menu's links: only icons in the rail, icons with labels in the drawer. */
export function NavLinks({ compact = false, onNavigate }: { compact?: boolean; onNavigate?: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/home' })
  return (
    <Box component="ul" sx={{ m: 0, p: 0, py: 1, listStyle: 'none' }}>
      {menuOf(user).map(({ to, icon, label }) => (
        <li key={to}>
          <Box
            component={Link}
            to={to}
            activeOptions={{ exact: to === '/' }}
            {...(to === '/' && isHome ? { 'aria-current': 'page' as const } : {})}
            {...(compact ? { 'aria-label': t(label), title: t(label) } : {})}
            {...(onNavigate ? { onClick: onNavigate } : {})}
            sx={({ tokens: { palette } }) => ({
              display: 'flex',
              alignItems: 'center',
              gap: 2,
              minHeight: 48,
              px: 2,
              color: palette.textSecondary,
              textDecoration: 'none',
              fontWeight: 500,
              borderInlineStart: '3px solid transparent',
              // Forced colours show every border and no background.
              '@media (forced-colors: active)': { borderInlineStartColor: 'Canvas' },
              '&:hover': { bgcolor: palette.hoverRow, color: palette.textPrimary },
              '&[aria-current=page]': {
                bgcolor: palette.selectedRow,
                color: palette.primary.text,
                borderInlineStartColor: palette.primary.text,
                '@media (forced-colors: active)': { borderInlineStartColor: 'Highlight' },
              },
              '&:focus-visible': { outlineOffset: -3 },
            })}
          >
            <Icon path={icon} />
            {!compact && t(label)}
          </Box>
        </li>
      ))}
    </Box>
  )
}

/**
 * The menu, in order: home, entries outside the specification, then the specification's entries in its order. Home leads to `/`,
 * which sends a signed-in user on to `/home`. `permission` is required for the entry's page; null: every signed-in user.
 */
const NAV_ENTRIES = [
  { to: '/', icon: mdiHome, label: 'nav.home', permission: null },
  { to: '/wall', icon: mdiViewGrid, label: 'nav.wall', permission: 'tanks.view' },
  { to: '/admin', icon: mdiViewDashboard, label: 'nav.adminPanel', permission: 'dashboard.view' },
  { to: '/alarms', icon: mdiAlertOctagon, label: 'nav.alarms', permission: 'alarms.view' },
  { to: '/handover', icon: mdiAccountSwitch, label: 'nav.handover', permission: 'alarms.acknowledge' },
  { to: '/orders', icon: mdiCartOutline, label: 'nav.orders', permission: 'orders.view' },
  { to: '/firms', icon: mdiDomain, label: 'nav.firms', permission: 'firms.manage' },
  { to: '/users', icon: mdiAccountGroup, label: 'nav.users', permission: 'users.manage' },
  { to: '/tanks', icon: mdiWaves, label: 'nav.tanks', permission: 'tanks.view' },
  { to: '/terminals', icon: mdiRouterWireless, label: 'nav.terminals', permission: 'iots.view' },
  { to: '/range-templates', icon: mdiRuler, label: 'nav.rangeTemplates', permission: 'range_templates.manage' },
  { to: '/measurements', icon: mdiChartLine, label: 'nav.measurements', permission: 'measurements.view' },
  { to: '/logs', icon: mdiTextBoxOutline, label: 'nav.logs', permission: 'logs.view' },
  { to: '/settings', icon: mdiCog, label: 'nav.settings', permission: 'settings.manage' },
] as const satisfies readonly { to: string; icon: string; label: string; permission: Permission | null }[]

/**
 * The menu of this user. Customers, who operate no tank, have only home, which links to their other pages;
 * other users see the entries that their permissions allow (docs/behaviour/sessions.md).
 */
export function menuOf(user: User) {
  const operates = may(user, 'tanks.operate')
  return NAV_ENTRIES.filter(({ permission }) => permission === null || (operates && may(user, permission)))
}
