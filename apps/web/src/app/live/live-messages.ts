import type { Alarm } from '@dalyan/contracts/alarms'
import type { LiveMessages } from '@dalyan/contracts/live-messages'
import type { Tank, TankPage } from '@dalyan/contracts/tanks'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { alarmsIn, alarmStanding, withPresentAlarm } from '../../features/alarms/patch-alarm.ts'
import { alarmKeys } from '../../features/alarms/public/alarms.queries.ts'
import { homeKeys } from '../../features/alarms/public/overview.queries.ts'
import { onStaySignedIn, staysSignedIn } from '../../features/auth/idle/stay-signed-in.ts'
import { checkSession } from '../../features/auth/public/auth.queries.ts'
import { dashboardKeys } from '../../features/dashboard/dashboard-keys.ts'
import { calibrationKeys } from '../../features/calibrations/public/calibrations.queries.ts'
import { journalKeys } from '../../features/journal/public/journal-keys.ts'
import { seriesKeys } from '../../features/measurements/public/measurements.queries.ts'
import { notificationKeys } from '../../features/notifications/notifications.queries.ts'
import { tankKeys } from '../../features/records/public/tanks.queries.ts'
import { terminalKeys } from '../../features/records/public/terminal-keys.ts'
import { wallKeys } from '../../features/wall/public/wall-keys.ts'
import { withAlarm, withMeasurement, withTerminal } from '../../features/tanks/patch-tank.ts'
import { applyToAnswers } from '../../shared/live/apply-to-answers.ts'
import { connectLive, type LiveConnection, type LiveHandlers } from '../../shared/live/socket.ts'

/** Opens the live connection of the signed-in user: messages change the query cache, a refused sign-in ends the session. */
export function openLiveConnection(cache: QueryClient): LiveConnection {
  return connectLive(cache, {
    idleLock: { isOn: staysSignedIn, onChange: onStaySignedIn },
    handlers: liveHandlers,
    onSubscribed: (channel, isAgain) => catchUp(cache, channel, isAgain),
    onUnauthenticated: () => void checkSession(cache),
  })
}

/** One handler for each live message: what it changes in the cached answers. */
const liveHandlers: LiveHandlers = {
  measurement: applyReadings,
  alarm: applyAlarm,
  tank: applyTank,
  iot: applyTerminal,
  stats: (cache, stats) => cache.setQueryData(dashboardKeys.stats(stats.window_hours), stats),
  notification: (cache) => refetchSoon(cache, notificationKeys.centre),
  // A calibration is an entry of the journal as well.
  journal: (cache) => {
    refetchSoon(cache, journalKeys.all)
    refetchSoon(cache, calibrationKeys.all)
  },
  log: null,
}

/**
 * Refetches what may have changed before the channel was subscribed. After a lost connection at once, and also the queries that failed meanwhile.
 * A page that has just opened is drawn first: hardly anything has changed since its answers, and a query that failed keeps its error on screen.
 * @param isAgain after a lost connection
 */
function catchUp(cache: QueryClient, channel: string, isAgain: boolean): void {
  // States received earlier say nothing about the gap.
  if (channel === 'alarms') receivedStates.delete(cache)
  const isRefetched = ({ state }: Query) => isAgain || state.data !== undefined
  const refetch = () => {
    for (const queryKey of keysBehind(channel)) void cache.invalidateQueries({ queryKey, predicate: isRefetched })
  }
  if (isAgain) refetch()
  else setTimeout(refetch, REFETCH_AFTER_MS)
}

/** The queries whose answers the messages of a channel keep up to date. */
export function keysBehind(channel: string): QueryKey[] {
  const tank = /^tank\.(\d+)$/.exec(channel)
  if (tank) return [tankKeys.one(Number(tank[1])), tankKeys.latest(Number(tank[1])), seriesKeys.ofTank(Number(tank[1]))]
  const terminal = /^iot\.(\d+)$/.exec(channel)
  if (terminal) return [terminalKeys.one(Number(terminal[1]))]
  if (channel.startsWith('user.')) return [notificationKeys.centre]
  if (channel === 'tanks') return [tankKeys.lists, wallKeys.all]
  if (channel === 'alarms') return [alarmKeys.all, homeKeys.all]
  if (channel === 'dashboard') return [dashboardKeys.all]
  return []
}

function applyReadings(cache: QueryClient, readings: LiveMessages['measurement']): void {
  applyToAnswers(cache, [tankKeys.ones, tankKeys.lists], () =>
    patchTanks(cache, (tank) => readings.filter(({ tank_id }) => tank_id === tank.id).reduce(withMeasurement, tank)),
  )
}

function applyTank(cache: QueryClient, tank: Tank): void {
  let hasOtherLimits = false
  patchTanks(cache, (known) => {
    if (known.id !== tank.id) return known
    hasOtherLimits ||= JSON.stringify(known.range_template) !== JSON.stringify(tank.range_template)
    return tank
  })
  refetchSoon(cache, tankKeys.lists)
  // The limits that were in force come with the series.
  if (hasOtherLimits) refetchSoon(cache, seriesKeys.ofTank(tank.id))
}

function applyTerminal(cache: QueryClient, terminal: LiveMessages['iot']): void {
  if ('created_at' in terminal) cache.setQueryData(terminalKeys.one(terminal.id), terminal)
  patchTanks(cache, (tank) => (tank.iots.some(({ id }) => id === terminal.id) ? withTerminal(tank, terminal) : tank))
}

function applyAlarm(cache: QueryClient, alarm: Alarm): void {
  patchTanks(cache, (tank) => (tank.id === alarm.tank?.id ? withAlarm(tank, alarm) : tank))
  const isMoved = changesLists(cache, alarm)
  patchAlarms(cache, alarm)
  // While a tank is out of range, each of its readings sends such a message, in which only the alarm's value is new.
  if (!isMoved) return
  for (const key of [alarmKeys.all, homeKeys.all, dashboardKeys.all, tankKeys.lists]) refetchSoon(cache, key)
}

/** The last received state of each open alarm, by id, because the lists do not contain all alarms. */
const receivedStates = new WeakMap<QueryClient, Map<number, string>>()

/** Whether an alarm is new or its state has changed, so that lists and counts may be wrong. */
function changesLists(cache: QueryClient, alarm: Alarm): boolean {
  const received = receivedStates.get(cache) ?? new Map<number, string>()
  receivedStates.set(cache, received)
  const standing = alarmStanding(alarm)
  const shown = cache
    .getQueriesData({ queryKey: alarmKeys.all })
    .flatMap(([, answer]) => alarmsIn(answer).filter(({ id }) => id === alarm.id))
  const known = [...shown.map(alarmStanding), ...(received.has(alarm.id) ? [received.get(alarm.id)] : [])]
  if (alarm.state === 'closed') received.delete(alarm.id)
  else received.set(alarm.id, standing)
  return known.length === 0 || known.some((before) => before !== standing)
}

/**
 * Replaces the alarm in every cached answer that contains it. The answer's age does not change, and an inactive
 * answer that waits for its refetch is skipped: otherwise lists that are not on screen would count as fresh.
 */
function patchAlarms(cache: QueryClient, alarm: Alarm): void {
  const queries = [alarmKeys.all, homeKeys.all].flatMap((queryKey) => cache.getQueryCache().findAll({ queryKey }))
  for (const query of queries) {
    const { data, dataUpdatedAt, isInvalidated } = query.state
    const present = withPresentAlarm(data, alarm)
    if (present === data || (isInvalidated && !query.isActive())) continue
    cache.setQueryData(query.queryKey, present, { updatedAt: dataUpdatedAt })
  }
}

/** The updater answers undefined when nothing changes, so that the query does not render again. */
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

const REFETCH_AFTER_MS = 1_000
const waiting = new WeakMap<QueryClient, Set<QueryKey>>()

/** Refetches counts and orders; a burst of messages causes one refetch. */
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
