import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router'
import { keepAlarmSearch } from '../features/alarms/alarm-address.ts'
import { readLoginSearch } from '../features/auth/login-search.ts'
import { readDashboardSearch } from '../features/dashboard/dashboard-search.ts'
import { firmList } from '../features/firms/firm-list-search.ts'
import { keepLogSearch } from '../features/logs/log-address.ts'
import { keepExplorerSearch } from '../features/measurements/explorer-address.ts'
import { orderList } from '../features/orders/order-list-search.ts'
import { readProfileSearch } from '../features/profile/profile-search.ts'
import { templateList } from '../features/range-templates/template-list-search.ts'
import { readDetailSearch } from '../features/tanks/detail/detail-search.ts'
import { tankList } from '../features/tanks/tank-list-search.ts'
import { readTerminalPageSearch } from '../features/terminals/detail/terminal-page-search.ts'
import { terminalList } from '../features/terminals/terminal-list-search.ts'
import { userList } from '../features/users/user-list-search.ts'
import type { Ending } from '../shared/api/session-token.ts'
import { loadThemes } from '../shared/theme/tokens.ts'
import { ProgressLine } from '../shared/ui/ProgressLine.tsx'
import { guestsOnly, permittedOnly, signedInOnly } from './guards.ts'
import { PendingFrame } from './PendingFrame.tsx'
import { RouteError } from './RouteError.tsx'
import { parseSearch, stringifySearch } from './search-params.ts'

const root = createRootRouteWithContext<{ cache: QueryClient }>()()

const login = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readLoginSearch,
  beforeLoad: guestsOnly,
  pendingComponent: PendingFrame,
  component: lazyRouteComponent(() => import('../features/auth/LoginPage.tsx'), 'LoginPage'),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: signedInOnly,
  pendingComponent: PendingFrame,
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/home',
  component: lazyRouteComponent(() => import('../features/home/HomePage.tsx'), 'HomePage'),
})

const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  beforeLoad: permittedOnly('dashboard.view'),
  validateSearch: readDashboardSearch,
  component: lazyRouteComponent(() => import('../features/dashboard/DashboardPage.tsx'), 'DashboardPage'),
})

const tanks = createRoute({
  getParentRoute: () => signedIn,
  path: '/tanks',
  validateSearch: tankList.read,
  component: lazyRouteComponent(() => import('../features/tanks/TanksPage.tsx'), 'TanksPage'),
})

const tank = createRoute({
  getParentRoute: () => signedIn,
  path: '/tanks/$id',
  validateSearch: readDetailSearch,
  component: lazyRouteComponent(() => import('../features/tanks/detail/TankDetailPage.tsx'), 'TankDetailPage'),
})

const alarms = createRoute({
  getParentRoute: () => signedIn,
  path: '/alarms',
  beforeLoad: permittedOnly('alarms.view'),
  validateSearch: keepAlarmSearch,
  component: lazyRouteComponent(() => import('../features/alarms/AlarmsPage.tsx'), 'AlarmsPage'),
})

const terminals = createRoute({
  getParentRoute: () => signedIn,
  path: '/terminals',
  beforeLoad: permittedOnly('iots.view'),
  validateSearch: terminalList.read,
  component: lazyRouteComponent(() => import('../features/terminals/TerminalsPage.tsx'), 'TerminalsPage'),
})

const terminal = createRoute({
  getParentRoute: () => signedIn,
  path: '/terminals/$id',
  beforeLoad: permittedOnly('iots.view'),
  validateSearch: readTerminalPageSearch,
  component: lazyRouteComponent(() => import('../features/terminals/detail/TerminalPage.tsx'), 'TerminalPage'),
})

const measurements = createRoute({
  getParentRoute: () => signedIn,
  path: '/measurements',
  beforeLoad: permittedOnly('measurements.view'),
  validateSearch: keepExplorerSearch,
  component: lazyRouteComponent(() => import('../features/measurements/MeasurementsPage.tsx'), 'MeasurementsPage'),
})

const rangeTemplates = createRoute({
  getParentRoute: () => signedIn,
  path: '/range-templates',
  beforeLoad: permittedOnly('range_templates.manage'),
  validateSearch: templateList.read,
  component: lazyRouteComponent(
    () => import('../features/range-templates/RangeTemplatesPage.tsx'),
    'RangeTemplatesPage',
  ),
})

const users = createRoute({
  getParentRoute: () => signedIn,
  path: '/users',
  beforeLoad: permittedOnly('users.manage'),
  validateSearch: userList.read,
  component: lazyRouteComponent(() => import('../features/users/UsersPage.tsx'), 'UsersPage'),
})

const firms = createRoute({
  getParentRoute: () => signedIn,
  path: '/firms',
  beforeLoad: permittedOnly('firms.manage'),
  validateSearch: firmList.read,
  component: lazyRouteComponent(() => import('../features/firms/FirmsPage.tsx'), 'FirmsPage'),
})

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  beforeLoad: permittedOnly('settings.manage'),
  component: lazyRouteComponent(() => import('../features/settings/SettingsPage.tsx'), 'SettingsPage'),
})

const brandingTest = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin/branding-test',
  beforeLoad: permittedOnly('settings.manage'),
  component: lazyRouteComponent(() => import('../features/branding/BrandingTestPage.tsx'), 'BrandingTestPage'),
})

const logs = createRoute({
  getParentRoute: () => signedIn,
  path: '/logs',
  beforeLoad: permittedOnly('logs.view'),
  validateSearch: keepLogSearch,
})

const logsIndex = createRoute({
  getParentRoute: () => logs,
  path: '/',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/logs/iot', search, replace: true })
  },
})

const terminalLogs = createRoute({
  getParentRoute: () => logs,
  path: '/iot',
  component: lazyRouteComponent(() => import('../features/logs/LogsPage.tsx'), 'TerminalLogsPage'),
})

const tankLogs = createRoute({
  getParentRoute: () => logs,
  path: '/tanks',
  component: lazyRouteComponent(() => import('../features/logs/LogsPage.tsx'), 'TankLogsPage'),
})

const serverLogs = createRoute({
  getParentRoute: () => logs,
  path: '/server',
  component: lazyRouteComponent(() => import('../features/logs/LogsPage.tsx'), 'ServerLogsPage'),
})

const auditLogs = createRoute({
  getParentRoute: () => logs,
  path: '/audit',
  component: lazyRouteComponent(() => import('../features/logs/LogsPage.tsx'), 'AuditLogsPage'),
})

const orders = createRoute({
  getParentRoute: () => signedIn,
  path: '/orders',
  validateSearch: orderList.read,
  component: lazyRouteComponent(() => import('../features/orders/OrdersPage.tsx'), 'OrdersPage'),
})

const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile',
  validateSearch: readProfileSearch,
  component: lazyRouteComponent(async () => {
    // Its cards show every theme's colours.
    const [{ ProfilePage }] = await Promise.all([import('../features/profile/ProfilePage.tsx'), loadThemes()])
    return { ProfilePage }
  }, 'ProfilePage'),
})

const changePassword = createRoute({
  getParentRoute: () => signedIn,
  path: '/change-password',
  component: lazyRouteComponent(() => import('../features/auth/ChangePasswordPage.tsx'), 'ChangePasswordPage'),
})

const alarmLink = createRoute({
  getParentRoute: () => root,
  path: '/alarm-link',
  component: lazyRouteComponent(() => import('../features/notifications/link/AlarmLinkPage.tsx'), 'AlarmLinkPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  beforeLoad: guestsOnly,
  component: lazyRouteComponent(() => import('../features/auth/mailed/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('../features/auth/mailed/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
})

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  component: lazyRouteComponent(() => import('../features/auth/mailed/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
})

const anyOther = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/home', replace: true, state: { notice: 'not-found' } })
  },
})

const routeTree = root.addChildren([
  login,
  signedIn.addChildren([
    home,
    admin,
    alarms,
    tanks,
    tank,
    terminals,
    terminal,
    measurements,
    rangeTemplates,
    users,
    firms,
    logs.addChildren([logsIndex, terminalLogs, tankLogs, serverLogs, auditLogs]),
    settings,
    brandingTest,
    orders,
    profile,
    changePassword,
  ]),
  alarmLink,
  forgotPassword,
  resetPassword,
  confirmEmail,
  anyOther,
])

export function createAppRouter(cache: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { cache },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultPendingComponent: ProgressLine,
    defaultErrorComponent: RouteError,
    // Unknown keys are removed from the address.
    search: { strict: true },
    scrollRestoration: true,
    ...(history ? { history } : {}),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  /** Navigation state that is not part of the address. */
  interface HistoryState {
    /** Why a user was sent to `/home` instead of the requested address. */
    notice?: 'not-found' | 'admin-only'
    /** How the session ended; `reset`: a link of an e-mail set a new password. */
    ended?: Ending | 'reset'
    /** Prefills the login. */
    email?: string
  }
}
