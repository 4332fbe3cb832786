import type { Alarm } from '@dalyan/contracts/alarms'
import type { Home } from '@dalyan/contracts/home'
import type { LiveEvent, LiveMessages } from '@dalyan/contracts/live-messages'
import type { Tank, TankPage } from '@dalyan/contracts/tanks'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { alarmKeys } from '../features/alarms/alarms.queries.ts'
import { alarmsIn, alarmStanding, withPresentAlarm } from '../features/alarms/patch-alarm.ts'
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
    const isMoved = movesLists(cache, alarm)
    patchAlarms(cache, alarm)
    // While a tank is out of range, each of its readings is such a message: only its values are new then.
    if (!isMoved) return
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

/** Fetches what was missed before a subscription stood. What was heard of alarms earlier says nothing about the time between. */
export function catchUp(cache: QueryClient, channel: string): void {
  if (channel === 'alarms') heardAlarms.delete(cache)
  for (const queryKey of behindChannel(channel)) void cache.invalidateQueries({ queryKey })
}

const REFETCH_AFTER_MS = 1_000
const waiting = new WeakMap<QueryClient, Set<QueryKey>>()

/** Counts and orders come from the server. A burst of messages asks once. */
function refetchSoon(cache: QueryClient, queryKey: QueryKey): void {
  const keys = waiting.get(cache) ?? new Set()
  waiting.set(cache, keys)
  if (keys.has(queryKey)) return
  keys.add(queryKey)
  setTimeout(() => {
    keys.delete(queryKey)
    void cache.invalidateQueries({ queryKey })
  }, REFETCH_AFTER_MS)
}

/** How each open alarm stood when it was last heard of, by id: lists do not hold all of them. */
const heardAlarms = new WeakMap<QueryClient, Map<number, string>>()

/** Whether an alarm is new, or stands otherwise than the page knows, so that lists and counts may be wrong. */
function movesLists(cache: QueryClient, alarm: Alarm): boolean {
  const heard = heardAlarms.get(cache) ?? new Map<number, string>()
  heardAlarms.set(cache, heard)
  const standing = alarmStanding(alarm)
  const shown = cache
    .getQueriesData({ queryKey: alarmKeys.all })
    .flatMap(([, answer]) => alarmsIn(answer).filter(({ id }) => id === alarm.id))
  const known = [...shown.map(alarmStanding), ...(heard.has(alarm.id) ? [heard.get(alarm.id)] : [])]
  if (alarm.state === 'closed') heard.delete(alarm.id)
  else heard.set(alarm.id, standing)
  return known.length === 0 || known.some((before) => before !== standing)
}

/**
 * Writes the record of the message over the older one, in every answer that holds it. The age of an answer stays what it was, and
 * one that waits to be asked for anew is left alone: else lists on no screen would pass for fresh as long as messages come.
 */
function patchAlarms(cache: QueryClient, alarm: Alarm): void {
  for (const query of cache.getQueryCache().findAll({ queryKey: alarmKeys.all })) {
    const { data, dataUpdatedAt, isInvalidated } = query.state
    const present = withPresentAlarm(data, alarm)
    if (present === data || (isInvalidated && !query.isActive())) continue
    cache.setQueryData(query.queryKey, present, { updatedAt: dataUpdatedAt })
  }
  cache.setQueryData<Home>(
    homeKeys.all,
    (home) => {
      const worst = home && withPresentAlarm(home.alarms.worst, alarm)
      return worst === home?.alarms.worst ? undefined : home && worst && { ...home, alarms: { ...home.alarms, worst } }
    },
    { updatedAt: cache.getQueryState(homeKeys.all)?.dataUpdatedAt ?? 0 },
  )
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
