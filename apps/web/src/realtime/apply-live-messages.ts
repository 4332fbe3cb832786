import type { LiveEvent, LiveMessages } from '@dalyan/contracts/live-messages'
import type { Tank, TankPage } from '@dalyan/contracts/tanks'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { alarmKeys } from '../features/alarms/alarms.queries.ts'
import { dashboardKeys } from '../features/dashboard/dashboard-keys.ts'
import { homeKeys } from '../features/home/home.queries.ts'
import { seriesKeys } from '../features/measurements/measurements.queries.ts'
import { notificationKeys } from '../features/notifications/notifications.queries.ts'
import { withAlarm, withMeasurement, withTerminal } from '../features/tanks/patch-tank.ts'
import { tankKeys } from '../features/tanks/tanks.queries.ts'
import { terminalKeys } from '../features/terminals/terminal-keys.ts'

type Appliers = { [E in LiveEvent]?: (cache: QueryClient, data: LiveMessages[E]) => void }

/** What each live message changes in what the page already has. A list keeps its order; its counts come with the next fetch. */
export const liveMessages: Appliers = {
  measurement: (cache, readings) => {
    patchTanks(cache, (tank) => readings.filter(({ tank_id }) => tank_id === tank.id).reduce(withMeasurement, tank))
  },
  alarm: (cache, alarm) => {
    if (alarm.tank) patchTank(cache, alarm.tank.id, (tank) => withAlarm(tank, alarm))
    refetchSoon(cache, alarmKeys.all)
    refetchSoon(cache, homeKeys.all)
    refetchSoon(cache, dashboardKeys.all)
    refetchSoon(cache, tankKeys.lists)
  },
  stats: (cache, stats) => {
    cache.setQueryData(dashboardKeys.stats(stats.window_hours), stats)
  },
  tank: (cache, tank) => {
    patchTank(cache, tank.id, () => tank)
    refetchSoon(cache, tankKeys.lists)
  },
  notification: (cache) => refetchSoon(cache, notificationKeys.centre),
  iot: (cache, terminal) => {
    if ('created_at' in terminal) cache.setQueryData(terminalKeys.one(terminal.id), terminal)
    patchTanks(cache, (tank) =>
      tank.iots.some((each) => each.id === terminal.id) ? withTerminal(tank, terminal) : tank,
    )
  },
}

/** What may have changed unheard before a subscription stood, and is fetched again once it does. */
export function behindChannel(channel: string): QueryKey[] {
  const tank = /^tank\.(\d+)$/.exec(channel)
  if (tank) return [tankKeys.one(Number(tank[1])), tankKeys.latest(Number(tank[1])), seriesKeys.ofTank(Number(tank[1]))]
  const terminal = /^iot\.(\d+)$/.exec(channel)
  if (terminal) return [terminalKeys.one(Number(terminal[1]))]
  if (channel.startsWith('user.')) return [notificationKeys.centre]
  if (channel === 'tanks') return [tankKeys.lists]
  if (channel === 'alarms') return [alarmKeys.all, homeKeys.all]
  if (channel === 'dashboard') return [dashboardKeys.all]
  return []
}

const REFETCH_AFTER_MS = 1_000
const waiting = new Map<QueryKey, ReturnType<typeof setTimeout>>()

/** Counts and orders come from the server. A burst of messages asks once. */
function refetchSoon(cache: QueryClient, queryKey: QueryKey): void {
  if (waiting.has(queryKey)) return
  const timer = setTimeout(() => {
    waiting.delete(queryKey)
    void cache.invalidateQueries({ queryKey })
  }, REFETCH_AFTER_MS)
  waiting.set(queryKey, timer)
}

function patchTank(cache: QueryClient, id: number, patch: (tank: Tank) => Tank): void {
  patchTanks(cache, (tank) => (tank.id === id ? patch(tank) : tank))
}

/** Where nothing changes the updater answers undefined: the query then stays as it is and draws nothing again. */
function patchTanks(cache: QueryClient, patch: (tank: Tank) => Tank): void {
  cache.setQueriesData<Tank>({ queryKey: tankKeys.ones }, (tank) => {
    const next = tank && patch(tank)
    return next === tank ? undefined : next
  })
  cache.setQueriesData<TankPage>({ queryKey: tankKeys.lists }, (page) => {
    const data = page?.data.map(patch)
    return page && data?.some((tank, index) => tank !== page.data[index]) ? { ...page, data } : undefined
  })
}
