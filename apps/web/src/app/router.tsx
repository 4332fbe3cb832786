import type { Permission } from '@dalyan/contracts/permissions'
import type { User } from '@dalyan/contracts/users'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import { Suspense } from 'react'
import { readAlarmSearch } from '../features/alarms/alarm-search.ts'
import { alarmQueries } from '../features/alarms/public/alarms.queries.ts'
import { homeQueries } from '../features/alarms/public/overview.queries.ts'
import { findUser } from '../features/auth/public/auth.queries.ts'
import { readDashboardSearch } from '../features/dashboard/dashboard-search.ts'
import { displaySecret } from '../features/display-links/public/display-secret.ts'
import { firmList } from '../features/firms/firm-list-search.ts'
import { readLogSearch } from '../features/logs/log-search.ts'
import { keepExplorerSearch } from '../features/measurements/explorer-address.ts'
import { orderList } from '../features/orders/order-list-search.ts'
import { templateList } from '../features/range-templates/template-list-search.ts'
import { tankQueries } from '../features/records/public/tanks.queries.ts'
import { readDetailSearch } from '../features/tanks/detail/detail-search.ts'
import { tankList } from '../features/tanks/tank-list-search.ts'
import { keyProfileList } from '../features/terminals/key-profiles/key-profile-list-search.ts'
import { readTerminalPageSearch } from '../features/terminals/detail/terminal-page-search.ts'
import { terminalList } from '../features/terminals/terminal-list-search.ts'
import { userList } from '../features/users/user-list-search.ts'
import { wallQueries } from '../features/wall/public/wall.queries.ts'
import { readWallSearch } from '../features/wall/wall-search.ts'
import { type Ending, sessionToken } from '../shared/api/session-token.ts'
import { may } from '../shared/session/user.ts'
import { loadThemes } from '../shared/theme/tokens.ts'
import { InSteps } from '../shared/ui/InSteps.tsx'
import { PageSkeleton } from '../shared/ui/PageSkeleton.tsx'
import { FirstPaint } from './FirstPaint.tsx'
import { guestsOnly, permittedOnly, signedInOnly } from './guards.ts'
import { RouteError } from './RouteError.tsx'
import { parseSearch, stringifySearch } from './search-params.ts'

// The pages; the code of each is loaded when it is first opened.
const LoginPage = lazyRouteComponent(() => import('../features/auth/LoginPage.tsx'), 'LoginPage')
const ForgotPassword = lazyRouteComponent(() => import('../features/auth/MailedPages.tsx'), 'ForgotPasswordPage')
const ResetPassword = lazyRouteComponent(() => import('../features/auth/MailedPages.tsx'), 'ResetPasswordPage')
const ConfirmEmail = lazyRouteComponent(() => import('../features/auth/MailedPages.tsx'), 'ConfirmEmailPage')
const AlarmLink = lazyRouteComponent(() => import('../features/notifications/AlarmLinkPage.tsx'), 'AlarmLinkPage')
const SharedTankPage = lazyRouteComponent(() => import('../features/tanks/shared/SharedTankPage.tsx'), 'SharedTankPage')
const DisplayScreen = lazyRouteComponent(() => import('./DisplayScreen.tsx'), 'DisplayScreen')
const Shell = lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell')
const HomePage = lazyRouteComponent(() => import('../features/home/HomePage.tsx'), 'HomePage')
const Dashboard = lazyRouteComponent(() => import('../features/dashboard/DashboardPage.tsx'), 'DashboardPage')
const WallPage = lazyRouteComponent(() => import('../features/wall/WallPage.tsx'), 'WallPage')
const AlarmsPage = lazyRouteComponent(() => import('../features/alarms/AlarmsPage.tsx'), 'AlarmsPage')
const HandoverPage = lazyRouteComponent(() => import('../features/handovers/HandoverPage.tsx'), 'HandoverPage')
const TanksPage = lazyRouteComponent(() => import('../features/tanks/TanksPage.tsx'), 'TanksPage')
const TankDetailPage = lazyRouteComponent(() => import('../features/tanks/detail/TankDetailPage.tsx'), 'TankDetailPage')
const TerminalsPage = lazyRouteComponent(() => import('../features/terminals/TerminalsPage.tsx'), 'TerminalsPage')
const KeyProfiles = lazyRouteComponent(
  () => import('../features/terminals/key-profiles/KeyProfilesPage.tsx'),
  'KeyProfilesPage',
)
const TerminalPage = lazyRouteComponent(() => import('../features/terminals/detail/TerminalPage.tsx'), 'TerminalPage')
const Measurements = lazyRouteComponent(
  () => import('../features/measurements/MeasurementsPage.tsx'),
  'MeasurementsPage',
)
const RangeTemplates = lazyRouteComponent(
  () => import('../features/range-templates/RangeTemplatesPage.tsx'),
  'RangeTemplatesPage',
)
const UsersPage = lazyRouteComponent(() => import('../features/users/UsersPage.tsx'), 'UsersPage')
const FirmsPage = lazyRouteComponent(() => import('../features/firms/FirmsPage.tsx'), 'FirmsPage')
const OrderSheet = lazyRouteComponent(() => import('../features/orders/record/OrderSheetPage.tsx'), 'OrderSheetPage')
const OriginRecord = lazyRouteComponent(
  () => import('../features/orders/record/OriginRecordPage.tsx'),
  'OriginRecordPage',
)
const OrdersPage = lazyRouteComponent(() => import('../features/orders/OrdersPage.tsx'), 'OrdersPage')
const TerminalLogs = lazyRouteComponent(() => import('../features/logs/LogsPage.tsx'), 'TerminalLogsPage')
const TankLogs = lazyRouteComponent(() => import('../features/logs/LogsPage.tsx'), 'TankLogsPage')
const ServerLogs = lazyRouteComponent(() => import('../features/logs/LogsPage.tsx'), 'ServerLogsPage')
const AuditLogs = lazyRouteComponent(() => import('../features/logs/LogsPage.tsx'), 'AuditLogsPage')
const SettingsPage = lazyRouteComponent(() => import('../features/settings/SettingsPage.tsx'), 'SettingsPage')
const BrandingTest = lazyRouteComponent(() => import('../features/branding/BrandingTestPage.tsx'), 'BrandingTestPage')
const ChangePassword = lazyRouteComponent(() => import('../features/auth/ChangePasswordPage.tsx'), 'ChangePasswordPage')
const ProfilePage = lazyRouteComponent(async () => {
  // Its cards show every theme's colours.
  const [page] = await Promise.all([import('../features/profile/ProfilePage.tsx'), loadThemes()])
  return page
}, 'ProfilePage')

const root = createRootRouteWithContext<{ cache: QueryClient }>()()
const inRoot = { getParentRoute: () => root }

const signedIn = createRoute({
  ...inRoot,
  id: 'signed-in',
  beforeLoad: signedInOnly,
  pendingComponent: FirstPaint,
  component: () => (
    <InSteps first={<FirstPaint />}>
      <Shell />
    </InSteps>
  ),
})

type Search = Readonly<Record<string, unknown>>

/**
 * A page inside the shell.
 * @param permission required to open it; null: every signed-in user may
 * @param fetchFirst fetches what the page shows first, while its code is on its way
 */
function page<const Path extends string, Read extends object>(
  path: Path,
  permission: Permission | null,
  validateSearch: (search: Search) => Read,
  Page: RouteComponent,
  fetchFirst?: (cache: QueryClient, search: Read, params: { id?: string }) => Promise<void>,
) {
  const guard = permittedOnly(permission)
  const fetchCode = () => void Page.preload?.()
  return createRoute({
    getParentRoute: () => signedIn,
    path,
    beforeLoad: (entry) => {
      fetchCode()
      guard(entry)
      // Not for a link that is only pointed at.
      if (entry.cause === 'enter')
        void fetchFirst?.(entry.context.cache, validateSearch(entry.location.search), entry.params)
    },
    validateSearch,
    // Without `preload` of its own, so that the shell is drawn while the code of the page is still on its way.
    component: () => (
      <Suspense fallback={<PageSkeleton />}>
        <Page />
      </Suspense>
    ),
    staticData: {
      fetchCode,
      fetchFirst: (cache, user, search, params) => {
        if (permission === null || may(user, permission)) void fetchFirst?.(cache, validateSearch(search), params)
      },
    },
  })
}

const noSearch = () => ({})
const logs = page('/logs', 'logs.view', readLogSearch, Outlet)
const inLogs = { getParentRoute: () => logs }

const logsIndex = createRoute({
  ...inLogs,
  path: '/',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/logs/iot', search, replace: true })
  },
})

const anyOther = createRoute({
  ...inRoot,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/home', replace: true, state: { notice: 'not-found' } })
  },
})

const logPages = [
  logsIndex,
  createRoute({ ...inLogs, path: '/iot', component: TerminalLogs }),
  createRoute({ ...inLogs, path: '/tanks', component: TankLogs }),
  createRoute({ ...inLogs, path: '/server', component: ServerLogs }),
  createRoute({ ...inLogs, path: '/audit', component: AuditLogs }),
] as const

const shellPages = [
  page('/home', null, noSearch, HomePage, (cache) => cache.prefetchQuery(homeQueries.overview())),
  page('/admin', 'dashboard.view', readDashboardSearch, Dashboard),
  page('/wall', 'tanks.view', readWallSearch, WallPage, (cache) => cache.prefetchQuery(wallQueries.overview())),
  page('/alarms', 'alarms.view', readAlarmSearch, AlarmsPage),
  page('/handover', 'alarms.acknowledge', readHandoverSearch, HandoverPage),
  page('/tanks', null, tankList.read, TanksPage, (cache, search) =>
    cache.prefetchQuery(tankQueries.list(tankList.query(search))),
  ),
  page('/tanks/$id', null, readDetailSearch, TankDetailPage, async (cache, _, { id }) => {
    if (!Number.isInteger(Number(id))) return
    await Promise.all([
      cache.prefetchQuery(tankQueries.one(Number(id))),
      cache.prefetchQuery(alarmQueries.ofTank(Number(id), 'open')),
    ])
  }),
  page('/terminals', 'iots.view', terminalList.read, TerminalsPage),
  page('/terminals/$id', 'iots.view', readTerminalPageSearch, TerminalPage),
  page('/key-profiles', 'iots.view', keyProfileList.read, KeyProfiles),
  page('/measurements', 'measurements.view', keepExplorerSearch, Measurements),
  page('/range-templates', 'range_templates.manage', templateList.read, RangeTemplates),
  page('/users', 'users.manage', userList.read, UsersPage),
  page('/firms', 'firms.manage', firmList.read, FirmsPage),
  page('/orders', null, orderList.read, OrdersPage),
  page('/orders/$id', null, noSearch, OrderSheet),
  page('/settings', 'settings.manage', noSearch, SettingsPage),
  page('/admin/branding-test', 'settings.manage', noSearch, BrandingTest),
  page('/profile', null, readProfileSearch, ProfilePage),
  page('/change-password', null, noSearch, ChangePassword),
] as const

const guestPages = [
  createRoute({
    ...inRoot,
    path: '/',
    // `?mode=register` opens the registration tab; anything else is the login.
    validateSearch: ({ mode }: Search): { mode?: 'register' } => (mode === 'register' ? { mode } : {}),
    beforeLoad: guestsOnly,
    pendingComponent: FirstPaint,
    component: () => (
      <InSteps first={<FirstPaint />}>
        <LoginPage />
      </InSteps>
    ),
  }),
  createRoute({ ...inRoot, path: '/forgot-password', beforeLoad: guestsOnly, component: ForgotPassword }),
  createRoute({ ...inRoot, path: '/reset-password', component: ResetPassword }),
  createRoute({ ...inRoot, path: '/confirm-email', component: ConfirmEmail }),
  createRoute({ ...inRoot, path: '/display', component: DisplayScreen }),
  createRoute({ ...inRoot, path: '/alarm-link', component: AlarmLink }),
  createRoute({ ...inRoot, path: '/tank-link', component: SharedTankPage }),
  createRoute({ ...inRoot, path: '/origin-record', component: OriginRecord }),
] as const

// The arrays stand outside of `addChildren`, where TypeScript would infer less exact routes.
const routeTree = root.addChildren([
  ...guestPages,
  signedIn.addChildren([...shellPages, logs.addChildren(logPages)]),
  anyOther,
])

/** `?tab=notifications` opens the user's notification settings. */
function readProfileSearch({ tab }: Search): { tab?: 'notifications' } {
  return tab === 'notifications' ? { tab } : {}
}

/** `?tab=journal` opens the journal of all tanks. */
function readHandoverSearch({ tab }: Search): { tab?: 'journal' } {
  return tab === 'journal' ? { tab } : {}
}

export function createAppRouter(cache: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    context: { cache },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: RouteError,
    // Unknown keys are removed from the address.
    search: { strict: true },
    scrollRestoration: true,
    ...(history ? { history } : {}),
  })
  prepareFirstPage(router, cache)
  return router
}

/** Fetches the user, what the first page shows and its code, in this order and before anything is drawn. */
function prepareFirstPage({ getMatchedRoutes, latestLocation }: AppRouter, cache: QueryClient): void {
  const [routes, params] = getMatchedRoutes(latestLocation.pathname)
  const data = routes.map(({ options }) => options.staticData ?? {})
  // A display link is opened by its own right. The guard of the page asks for the user again if there was no answer.
  const hasUser = sessionToken.get() !== null && !displaySecret.isIn(latestLocation)
  const user = hasUser ? findUser(cache).catch(() => null) : Promise.resolve(null)
  void user.then((known) => {
    if (known && !known.must_change_password)
      for (const { fetchFirst } of data) fetchFirst?.(cache, known, latestLocation.search, params)
  })
  // In a later task than the question for the user, which would wait behind the twenty files of a page on a slow line.
  setTimeout(() => {
    for (const { fetchCode } of data) fetchCode?.()
  })
}

type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
  interface StaticDataRouteOption {
    /** Starts to fetch the code of the page. */
    fetchCode?: () => void
    /** Starts to fetch what the page shows first, if the user may open it. */
    fetchFirst?: (cache: QueryClient, user: User, search: Search, params: { id?: string }) => void
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
