import type { Alarm } from '@dalyan/contracts/alarms'
import type { Measurement } from '@dalyan/contracts/measurements'
import { METRIC_KEYS, perMetric } from '@dalyan/contracts/metrics'
import type { LastMeasurement, Tank, TankTerminal, TerminalLatest } from '@dalyan/contracts/tanks'

/** The tank with a newer reading on it. A late reading changes only the metrics for which it is the newest. */
export function withMeasurement(tank: Tank, reading: Measurement): Tank {
  const before: LastMeasurement = tank.last_measurement ?? {
    measured_at: reading.measured_at,
    ...perMetric(() => null),
  }
  const after = withNewer(before, reading)
  return { ...tank, last_measurement: after, iots: tank.iots.map((terminal) => withSeen(terminal, reading)) }
}

/** The newest values of each terminal of a tank, with a newer reading of one of them. */
export function withLatest(known: readonly TerminalLatest[], reading: Measurement): TerminalLatest[] {
  const { iot_id, measured_at } = reading
  const before = known.find((each) => each.iot_id === iot_id) ?? { measured_at, ...perMetric(() => null) }
  const after = { iot_id, ...withNewer(before, reading) }
  return known.some((each) => each.iot_id === iot_id)
    ? known.map((each) => (each.iot_id === iot_id ? after : each))
    : [...known, after]
}

/** The newer of the known value and the reading's value, metric by metric. */
function withNewer(before: LastMeasurement, reading: Measurement): LastMeasurement {
  const after: LastMeasurement = { ...before }
  for (const key of METRIC_KEYS) {
    const value = reading[key]
    const known = before[key]
    const { measured_at, iot_id } = reading
    if (value === null || (known && known.measured_at > measured_at)) continue
    const reason = reading.refused?.[key]
    if (reason) {
      after.refused = { ...after.refused, [key]: { value, measured_at, iot_id, reason } }
      continue
    }
    after[key] = { value, measured_at, iot_id }
    if (after.refused?.[key])
      after.refused = Object.fromEntries(Object.entries(after.refused).filter(([one]) => one !== key))
  }
  if (reading.measured_at > after.measured_at) after.measured_at = reading.measured_at
  return after
}

function withSeen(terminal: TankTerminal, reading: Measurement): TankTerminal {
  if (terminal.id !== reading.iot_id) return terminal
  if (terminal.last_seen_at !== null && terminal.last_seen_at >= reading.received_at) return terminal
  return { ...terminal, last_seen_at: reading.received_at, connection: 'online' }
}

/** The tank with the present state of one of its alarms; a closed alarm is removed. */
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
