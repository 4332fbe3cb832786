import type { LiveEvent, LiveMessages } from '@dalyan/contracts/live-messages'
import type { Measurement } from '@dalyan/contracts/measurements'
import type { Tank } from '@dalyan/contracts/tanks'
import type { Terminal } from '@dalyan/contracts/terminals'
import type { Logger } from '../core/log.ts'
import type { AppEvents, Events } from '../events.ts'
import { roomOfAll, roomOfFirm } from './channels.ts'
import { createMeasurementFeed } from './measurement-feed.ts'
import type { SocketServer } from './socket-server.ts'

interface Needs {
  sockets: Pick<SocketServer, 'send' | 'isHeard' | 'isChannelHeard'>
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
  const anyHeard = (...channels: string[]) => channels.some(sockets.isChannelHeard)

  /** Of a scoped channel: everything to admins, a firm's part to those who see that firm. */
  function sendScoped<E extends LiveEvent>(name: string, firm: number | null, event: E, data: LiveMessages[E]): void {
    sockets.send([roomOfAll(name), ...(firm === null ? [] : [roomOfFirm(name, firm)])], name, event, data)
  }

  async function sendNewest(perTank: Measurement[]): Promise<void> {
    if (!anyHeard('tanks')) return
    sockets.send(roomOfAll('tanks'), 'tanks', 'measurement', perTank)
    const firms = await firmsOf(perTank.map((measurement) => measurement.tank_id ?? 0))
    for (const [firm, measurements] of Map.groupBy(perTank, ({ tank_id }) => firms.get(tank_id ?? 0) ?? null)) {
      if (firm !== null) sockets.send(roomOfFirm('tanks', firm), 'tanks', 'measurement', measurements)
    }
  }

  async function sendTank(id: number): Promise<void> {
    if (!anyHeard('tanks', `tank.${id}`)) return
    const changed = await tank(id)
    if (!changed) return
    send(`tank.${id}`, 'tank', changed)
    sendScoped('tanks', changed.firm?.id ?? null, 'tank', changed)
  }

  async function sendTerminal(id: number, tankIds: readonly (number | null)[]): Promise<void> {
    if (!anyHeard(`iot.${id}`, ...tankIds.map((tank) => `tank.${tank}`))) return
    const changed = await terminal(id)
    if (!changed) return
    send(`iot.${id}`, 'iot', changed)
    if (!changed.tank) return
    const { code, status, connection, last_seen_at } = changed
    send(`tank.${changed.tank.id}`, 'iot', { id, code, status, connection, last_seen_at })
  }

  async function sendAlarm(alarm: Events['alarm.changed']): Promise<void> {
    if (!anyHeard('alarms', `tank.${alarm.tank?.id}`)) return
    if (!alarm.tank) return sendScoped('alarms', null, 'alarm', alarm)
    send(`tank.${alarm.tank.id}`, 'alarm', alarm)
    sendScoped('alarms', (await firmsOf([alarm.tank.id])).get(alarm.tank.id) ?? null, 'alarm', alarm)
  }

  /** A live push may be missed; the next refetch repairs it. */
  const orLog = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => log.warn({ err: error }, 'a live message was lost'))

  const feed = createMeasurementFeed({
    isHeard: sockets.isHeard,
    send: (room, data) => send(room, 'measurement', data),
    sendNewest: (perTank) => orLog(sendNewest(perTank)),
  })

  /** One after the other: whose firm is asked for first must not be told last. */
  let alarmsSent: Promise<void> = Promise.resolve()
  function sendInOrder(alarm: Events['alarm.changed']): void {
    alarmsSent = alarmsSent
      .then(() => sendAlarm(alarm))
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
