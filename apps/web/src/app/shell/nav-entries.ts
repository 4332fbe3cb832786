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

/** The menu, in order. `adminOnly`: others reach the page from `/home` (specification §4). */
export const NAV_ENTRIES = [
  { to: '/home', icon: mdiHome, label: 'nav.home', adminOnly: false },
  { to: '/admin', icon: mdiViewDashboard, label: 'nav.adminPanel', adminOnly: true },
  { to: '/alarms', icon: mdiAlertOctagon, label: 'nav.alarms', adminOnly: true },
  { to: '/users', icon: mdiAccountGroup, label: 'nav.users', adminOnly: true },
  { to: '/tanks', icon: mdiWaves, label: 'nav.tanks', adminOnly: true },
  { to: '/terminals', icon: mdiRouterWireless, label: 'nav.terminals', adminOnly: true },
  { to: '/measurements', icon: mdiChartLine, label: 'nav.measurements', adminOnly: true },
  { to: '/range-templates', icon: mdiRuler, label: 'nav.rangeTemplates', adminOnly: true },
  { to: '/firms', icon: mdiDomain, label: 'nav.firms', adminOnly: true },
  { to: '/orders', icon: mdiCartOutline, label: 'nav.orders', adminOnly: true },
  { to: '/logs', icon: mdiTextBoxOutline, label: 'nav.logs', adminOnly: true },
  { to: '/settings', icon: mdiCog, label: 'nav.settings', adminOnly: true },
] as const
