import type { Alarm } from '@dalyan/contracts/alarms'
import type { LiveEvent, LiveMessages } from '@dalyan/contracts/live-messages'
import type { Measurement } from '@dalyan/contracts/measurements'
import type { Tank } from '@dalyan/contracts/tanks'
import type { Terminal } from '@dalyan/contracts/terminals'
import type { Logger } from '../core/log.ts'
import type { AppEvents, Events } from '../events.ts'
import { audienceOfAll, audienceOfFirm } from './channels.ts'
import { createMeasurementFeed } from './measurement-feed.ts'
import type { SocketServer } from './socket-server.ts'

interface Needs {
  sockets: Pick<SocketServer, 'send' | 'hasReceivers' | 'hasSubscribers'>
  events: AppEvents
  log: Logger
  /** The firm of each tank; null: none. A tank that is not there is absent. */
  firmsOf: (tankIds: readonly number[]) => Promise<ReadonlyMap<number, number | null>>
  tank: (id: number) => Promise<Tank | undefined>
  terminal: (id: number) => Promise<Terminal | undefined>
}

/** Carries what happened to who may see it: one line per event. */
export function startBroadcasts({ sockets, events, log, firmsOf, tank, terminal }: Needs): { stop(): void } {
  const send = <E extends LiveEvent>(name: string, event: E, data: LiveMessages[E]) =>
    sockets.send(name, name, event, data)

  // A thousand terminals that come back at once cost nothing while nobody looks at them.
  const anySubscribed = (...channels: string[]) => channels.some(sockets.hasSubscribers)

  /** Of a scoped channel: everything to admins, a firm's part to those who see that firm. */
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

  /** A live push may be missed; the next refetch repairs it. */
  const orLog = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => log.warn({ err: error }, 'a live message was lost'))

  const feed = createMeasurementFeed({
    hasReceivers: sockets.hasReceivers,
    send: (audience, data) => send(audience, 'measurement', data),
    sendNewest: (perTank) => orLog(sendNewest(perTank)),
  })

  /** Those of one commit together, then the next: what is sent last arrives last. A power cut asks for the firms once. */
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
