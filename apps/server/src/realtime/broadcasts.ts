import type { Alarm } from '@dalyan/contracts/alarms'
import type { LiveEvent, LiveMessages } from '@dalyan/contracts/live-messages'
import type { Measurement } from '@dalyan/contracts/measurements'
import type { Tank } from '@dalyan/contracts/tanks'
import type { Terminal } from '@dalyan/contracts/terminals'
import type { Basics } from '../basics.ts'
import type { Events } from '../events.ts'
import { audienceOfAll, audienceOfFirm } from './channels.ts'
import type { SocketServer } from './socket-server.ts'

/**
 * The mean time between two messages on a channel. Two may come together after a pause, so that the fifth comes 1,125 ms after the first at least: one
 * that the network delays does not raise the next second's count above four.
 */
const ALL_EVERY_MS = 375
/** How often channels are looked through whose readings had to wait. */
const LOOK_EVERY_MS = 20
const NEWEST_EVERY_MS = 1000

interface Needs extends Pick<Basics, 'events' | 'log'> {
  sockets: Pick<SocketServer, 'send' | 'hasSubscribers'>
  /** The firm of each tank; null: none. Missing tanks are absent. */
  firmsOf: (tankIds: readonly number[]) => Promise<ReadonlyMap<number, number | null>>
  tank: (id: number) => Promise<Tank | undefined>
  terminal: (id: number) => Promise<Terminal | undefined>
}

/** Sends events as live messages to the users who may see them; the table below has one line per event. */
export function startBroadcasts({ sockets, events, log, firmsOf, tank, terminal }: Needs): { stop(): void } {
  const send = <E extends LiveEvent>(name: string, event: E, data: LiveMessages[E]) =>
    sockets.send(name, name, event, data)

  // Skips the lookups while no page is subscribed, as when a thousand terminals reconnect at once.
  const anySubscribed = (...channels: string[]) => channels.some(sockets.hasSubscribers)

  /** On a scoped channel: sends to admins, and to the users who see the firm. */
  function sendScoped<E extends LiveEvent>(name: string, firm: number | null, event: E, data: LiveMessages[E]): void {
    sockets.send([audienceOfAll(name), ...(firm === null ? [] : [audienceOfFirm(name, firm)])], name, event, data)
  }

  async function sendNewest(perTank: Measurement[]): Promise<void> {
    if (!anySubscribed('tanks')) return
    sockets.send(audienceOfAll('tanks'), 'tanks', 'measurement', perTank)
    const firms = await firmsOf(perTank.map((measurement) => measurement.tank_id ?? 0))
    for (const [firm, measurements] of Map.groupBy(perTank, ({ tank_id }) => firms.get(tank_id ?? 0) ?? null)) {
      if (firm !== null) sockets.send(audienceOfFirm('tanks', firm), 'tanks', 'measurement', measurements)
    }
  }

  async function sendTank(id: number): Promise<void> {
    if (!anySubscribed('tanks', `tank.${id}`)) return
    const changed = await tank(id)
    if (!changed) return
    send(`tank.${id}`, 'tank', changed)
    sendScoped('tanks', changed.firm?.id ?? null, 'tank', changed)
  }

  async function sendTerminal(id: number, tankIds: readonly (number | null)[]): Promise<void> {
    if (!anySubscribed(`iot.${id}`, ...tankIds.map((tank) => `tank.${tank}`))) return
    const changed = await terminal(id)
    if (!changed) return
    send(`iot.${id}`, 'iot', changed)
    if (!changed.tank) return
    const { code, status, connection, last_seen_at } = changed
    send(`tank.${changed.tank.id}`, 'iot', { id, code, status, connection, last_seen_at })
  }

  async function sendAlarms(alarms: readonly Alarm[]): Promise<void> {
    const subscribed = alarms.filter(({ tank }) => anySubscribed('alarms', `tank.${tank?.id}`))
    if (subscribed.length === 0) return
    const firms = await firmsOf(subscribed.flatMap(({ tank }) => tank?.id ?? []))
    for (const alarm of subscribed) {
      if (alarm.tank) send(`tank.${alarm.tank.id}`, 'alarm', alarm)
      sendScoped('alarms', firms.get(alarm.tank?.id ?? 0) ?? null, 'alarm', alarm)
    }
  }

  /** A live message may be lost; the page's next refetch repairs it. */
  const orLog = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => log.warn({ err: error }, 'a live message was lost'))

  const feed = createMeasurementFeed({
    hasSubscribers: sockets.hasSubscribers,
    send: (channel, data) => send(channel, 'measurement', data),
    sendNewest: (perTank) => orLog(sendNewest(perTank)),
  })

  /** The alarms of one commit are sent together, and commits in order. A power cut causes one lookup of the firms. */
  const waiting: Alarm[] = []
  let alarmsSent: Promise<void> = Promise.resolve()
  function sendInOrder(alarm: Alarm): void {
    waiting.push(alarm)
    if (waiting.length > 1) return
    alarmsSent = alarmsSent
      .then(() => sendAlarms(waiting.splice(0)))
      .catch((error: unknown) => log.warn({ err: error }, 'a live message was lost'))
  }

  const broadcasts: { [E in keyof Events]?: (data: Events[E]) => void } = {
    'measurements.stored': (measurements) => feed.add(measurements),
    'alarm.changed': sendInOrder,
    'tank.changed': ({ id }) => orLog(sendTank(id)),
    'terminal.changed': ({ id, tank_ids }) =>
      orLog(Promise.all([sendTerminal(id, tank_ids), ...tank_ids.map(sendTank)])),
    'terminal.connection_changed': ({ id, tank_id }) => orLog(sendTerminal(id, [tank_id])),
    'journal.written': (entry) => send(`tank.${entry.tank.id}`, 'journal', entry),
    'terminal_log.written': (entry) => send('iot-logs', 'log', entry),
    'tank_log.written': (entry) => send('tank-logs', 'log', entry),
    'server_log.written': (entry) => send('server-logs', 'log', entry),
    'notification.made': ({ user_id, notification }) => send(`user.${user_id}`, 'notification', notification),
  }
  for (const name of Object.keys(broadcasts) as (keyof Events)[]) {
    events.on(name, broadcasts[name] as (data: Events[typeof name]) => void)
  }
  return { stop: () => feed.stop() }
}

interface FeedNeeds {
  /** Without subscribers no readings are collected. */
  hasSubscribers: (channel: string) => boolean
  send: (channel: string, data: Measurement[]) => void
  /** The newest reading of each tank, once a second. */
  sendNewest: (perTank: Measurement[]) => void
}

/**
 * Limits measurements for browsers: all readings on the channel of a tank or terminal, in at most four messages a second;
 * on `tanks` the newest per tank, once a second. After a pause a reading is sent at once, the next one too, and those that follow are gathered.
 */
export function createMeasurementFeed({ hasSubscribers, send, sendNewest }: FeedNeeds) {
  const waiting = new Map<string, Measurement[]>()
  /** Until when the messages sent on a channel last at their mean distance; in milliseconds of `performance.now()`. */
  const busyUntil = new Map<string, number>()
  const newest = new Map<number, Measurement>()

  function add(channel: string, measurement: Measurement): void {
    const list = waiting.get(channel)
    if (list) list.push(measurement)
    else if (hasSubscribers(channel)) waiting.set(channel, [measurement])
  }

  function sendDue(): void {
    const now = performance.now()
    for (const [channel, until] of busyUntil) if (until <= now) busyUntil.delete(channel)
    for (const [channel, measurements] of waiting) {
      const until = busyUntil.get(channel) ?? now
      if (until - now > ALL_EVERY_MS) continue
      waiting.delete(channel)
      busyUntil.set(channel, until + ALL_EVERY_MS)
      send(channel, measurements)
    }
  }

  function flushNewest(): void {
    if (newest.size === 0) return
    sendNewest([...newest.values()])
    newest.clear()
  }

  const timers = [setInterval(sendDue, LOOK_EVERY_MS), setInterval(flushNewest, NEWEST_EVERY_MS)]

  return {
    add(measurements: readonly Measurement[]): void {
      for (const measurement of measurements) {
        const { tank_id, iot_id } = measurement
        if (iot_id !== null) add(`iot.${iot_id}`, measurement)
        if (tank_id === null) continue
        add(`tank.${tank_id}`, measurement)
        const known = newest.get(tank_id)
        if (!known || known.measured_at <= measurement.measured_at) newest.set(tank_id, measurement)
      }
    },
    stop(): void {
      timers.forEach(clearInterval)
    },
  }
}
