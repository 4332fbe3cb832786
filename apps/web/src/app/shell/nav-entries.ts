import {
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
  mdiWaves,
} from '@mdi/js'

/**
 * The menu, in order: home, what the specification does not know, then its own entries in its order (§2). Home leads to `/`,
 * which sends a signed-in user on to `/home`. `adminOnly`: others reach the page from `/home`.
 */
export const NAV_ENTRIES = [
  { to: '/', icon: mdiHome, label: 'nav.home', adminOnly: false },
  { to: '/admin', icon: mdiViewDashboard, label: 'nav.adminPanel', adminOnly: true },
  { to: '/alarms', icon: mdiAlertOctagon, label: 'nav.alarms', adminOnly: true },
  { to: '/orders', icon: mdiCartOutline, label: 'nav.orders', adminOnly: true },
  { to: '/firms', icon: mdiDomain, label: 'nav.firms', adminOnly: true },
  { to: '/users', icon: mdiAccountGroup, label: 'nav.users', adminOnly: true },
  { to: '/tanks', icon: mdiWaves, label: 'nav.tanks', adminOnly: true },
  { to: '/terminals', icon: mdiRouterWireless, label: 'nav.terminals', adminOnly: true },
  { to: '/range-templates', icon: mdiRuler, label: 'nav.rangeTemplates', adminOnly: true },
  { to: '/measurements', icon: mdiChartLine, label: 'nav.measurements', adminOnly: true },
  { to: '/logs', icon: mdiTextBoxOutline, label: 'nav.logs', adminOnly: true },
  { to: '/settings', icon: mdiCog, label: 'nav.settings', adminOnly: true },
] as const
