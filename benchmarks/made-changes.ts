import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { KnownMetric, LabelledReading, RecordedSeries } from './recorded-series.ts'
import { DELAY_SECONDS, replayAlarms, type ReplayedReading } from './replay-alarms.ts'
import { gateReadings } from './replay-gate.ts'

const EVERY_MS = 30_000
const MINUTE_MS = 60_000
/** Two quiet days of a tank; the change is made at noon of the second one. */
const FROM = Date.parse('2023-06-20T00:00:00Z')
const CHANGE_AT = Date.parse('2023-06-21T12:00:00Z')
const TO = Date.parse('2023-06-21T18:00:00Z')

interface MadeChange {
  name: string
  kind: 'sudden' | 'ramp' | 'fresh_water'
  /** The new value of each changed metric, this many minutes after the change began. */
  changed: Partial<Record<KnownMetric, (value: number, minutes: number) => number>>
}

const SUDDEN = {
  tank_temperature: (value: number) => value - 6,
  ph: (value: number) => value - 2.5,
  orp: (value: number) => value + 400,
}

/** The share of the conductivity and the salinity of sea water that remains in fresh water. */
const FRESH = 0.005

const CHANGES: readonly MadeChange[] = [
  { name: 'temperature −6 °C at once', kind: 'sudden', changed: { tank_temperature: SUDDEN.tank_temperature } },
  { name: 'pH −2.5 at once', kind: 'sudden', changed: { ph: SUDDEN.ph } },
  { name: 'ORP +400 mV at once', kind: 'sudden', changed: { orp: SUDDEN.orp } },
  { name: 'all three at once', kind: 'sudden', changed: SUDDEN },
  { name: 'temperature 1 °C/min', kind: 'ramp', changed: { tank_temperature: (v, m) => v - Math.min(6, m) } },
  { name: 'pH 0.05/min', kind: 'ramp', changed: { ph: (v, m) => v - Math.min(2.5, 0.05 * m) } },
  { name: 'ORP 20 mV/min', kind: 'ramp', changed: { orp: (v, m) => v + Math.min(400, 20 * m) } },
  {
    name: 'fresh water within 10 min',
    kind: 'ramp',
    changed: {
      salinity: (value, minutes) => value * Math.max(FRESH, 1 - minutes / 10),
      conductivity: (value, minutes) => value * Math.max(FRESH, 1 - minutes / 10),
    },
  },
  {
    name: 'fresh water at once',
    kind: 'fresh_water',
    changed: { salinity: (value) => value * FRESH, conductivity: (value) => value * FRESH },
  },
]

export interface ChangeResult extends Pick<MadeChange, 'name' | 'kind'> {
  /** Seconds from the change to the alarm of the metric that is raised last, without the gate; null: not all were raised. */
  without: number | null
  /** The same with the gate. An open spell out of the water is an alarm for all metrics after the delay. */
  with: number | null
}

/** Inserts true changes into a good recording, and measures how much later their alarms are raised with the gate. */
export function replayMadeChanges(series: RecordedSeries): ChangeResult[] {
  const quiet = everyHalfMinute(series.readings)
  return CHANGES.map(({ name, kind, changed }) => {
    const readings = quiet.map((reading) => withChange(reading, changed))
    const metrics = Object.keys(changed) as KnownMetric[]
    const gated = gateReadings(readings, series.sensors)
    const opened = gated.spells.find(({ spell, change }) => spell === 'out_of_water' && change === 'opened')
    const spellAt = opened ? opened.at + DELAY_SECONDS * 1000 : Infinity
    return {
      name,
      kind,
      without: lastRaised(readings, series, metrics, Infinity),
      with: lastRaised(gated.readings, series, metrics, spellAt),
    }
  })
}

/** @throws Error when an alarm was raised before the change, because the recording is then not quiet. */
function lastRaised(
  readings: readonly ReplayedReading[],
  { template, name }: RecordedSeries,
  metrics: readonly KnownMetric[],
  spellAt: number,
): number | null {
  const alarms = replayAlarms(readings, template).filter(({ metric }) => metrics.some((key) => key === metric))
  if (alarms.some(({ out_since }) => out_since < CHANGE_AT)) throw new Error(`${name} is not quiet before the change`)
  const firsts = metrics.map((key) => {
    const raised = alarms.filter(({ metric }) => metric === key).map(({ raised_at }) => raised_at)
    return Math.min(spellAt, ...raised)
  })
  const last = Math.max(...firsts)
  return Number.isFinite(last) ? (last - CHANGE_AT) / 1000 : null
}

/** The recorded readings of the two days, with values on the straight line between two of them. */
function everyHalfMinute(recorded: readonly LabelledReading[]): LabelledReading[] {
  const days = recorded.filter(({ measured_at }) => measured_at >= FROM && measured_at <= TO)
  return days.flatMap((reading, i) => {
    const next = days[i + 1]
    if (!next) return [reading]
    const span = next.measured_at - reading.measured_at
    return Array.from({ length: Math.round(span / EVERY_MS) }, (_, part): LabelledReading => {
      const share = (part * EVERY_MS) / span
      const values = reading.values.map((value, index) => {
        const following = next.values[index] ?? null
        return value === null || following === null ? value : value + share * (following - value)
      })
      return { measured_at: reading.measured_at + part * EVERY_MS, values, bad: new Set() }
    })
  })
}

function withChange(reading: LabelledReading, changed: MadeChange['changed']): LabelledReading {
  if (reading.measured_at < CHANGE_AT) return reading
  const minutes = (reading.measured_at - CHANGE_AT) / MINUTE_MS
  const values = [...reading.values]
  for (const [key, change] of Object.entries(changed)) {
    const index = METRIC_KEYS.findIndex((metric) => metric === key)
    const value = values[index] ?? null
    if (value !== null) values[index] = Math.fround(change(value, minutes))
  }
  return { ...reading, values }
}
