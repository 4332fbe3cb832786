import type { Alarm } from '@dalyan/contracts/alarms'
import type { Measurement } from '@dalyan/contracts/measurements'
import { METRIC_KEYS, perMetric } from '@dalyan/contracts/metrics'
import type { LastMeasurement, Tank, TankTerminal } from '@dalyan/contracts/tanks'

/** The tank with a newer reading on it. A late reading changes only the metrics for which it is the newest. */
export function withMeasurement(tank: Tank, reading: Measurement): Tank {
  const before: LastMeasurement = tank.last_measurement ?? {
    measured_at: reading.measured_at,
    ...perMetric(() => null),
  }
  const after: LastMeasurement = { ...before }
  for (const key of METRIC_KEYS) {
    const value = reading[key]
    const known = before[key]
    if (value === null || (known && known.measured_at > reading.measured_at)) continue
    after[key] = { value, measured_at: reading.measured_at, iot_id: reading.iot_id }
  }
  if (reading.measured_at > after.measured_at) after.measured_at = reading.measured_at
  return { ...tank, last_measurement: after, iots: tank.iots.map((terminal) => withSeen(terminal, reading)) }
}

function withSeen(terminal: TankTerminal, reading: Measurement): TankTerminal {
  if (terminal.id !== reading.iot_id) return terminal
  if (terminal.last_seen_at !== null && terminal.last_seen_at >= reading.received_at) return terminal
  return { ...terminal, last_seen_at: reading.received_at, connection: 'online' }
}

/** The tank with the present state of one of its alarms; a closed one leaves. */
export function withAlarm(tank: Tank, alarm: Alarm): Tank {
  const others = tank.open_alarms.filter((each) => each.id !== alarm.id)
  if (alarm.state === 'closed') return { ...tank, open_alarms: others }
  const { id, metric, kind, severity, state } = alarm
  return { ...tank, open_alarms: [...others, { id, metric, kind, severity, state }] }
}

/** The tank with what changed on one of its terminals. */
export function withTerminal(
  tank: Tank,
  change: Pick<TankTerminal, 'id' | 'code' | 'status' | 'connection' | 'last_seen_at'>,
): Tank {
  const { id, code, status, connection, last_seen_at } = change
  return {
    ...tank,
    iots: tank.iots.map((terminal) =>
      terminal.id === id ? { ...terminal, code, status, connection, last_seen_at } : terminal,
    ),
  }
}
