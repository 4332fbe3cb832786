import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import type { DEMO_TEMPLATES } from '../apps/server/src/demo/demo-plan.ts'
import type { Sensors } from '@dalyan/contracts/quality-rules'
import type { GateReading } from '../apps/server/src/features/measurements/quality/quality-gate.rules.ts'
import { readTidyCsv, type RecordedReading } from '../tools/terminal-simulator/src/tidy-csv.ts'

/** The metrics whose bad recorded values are known. */
export const KNOWN_METRICS = [
  'tank_temperature',
  'ph',
  'salinity',
  'conductivity',
  'orp',
] as const satisfies readonly MetricKey[]
export type KnownMetric = (typeof KNOWN_METRICS)[number]

/** A recorded reading; `values` are rounded as the database stores them. */
export interface LabelledReading extends GateReading {
  /** The metrics whose value is bad. */
  bad: ReadonlySet<MetricKey>
}

export interface RecordedSeries {
  name: string
  template: keyof typeof DEMO_TEMPLATES
  sensors: Sensors
  /** The recording of a failed channel, which the targets count separately. */
  isBadInput: boolean
  readings: readonly LabelledReading[]
}

/** The metrics of a reading whose values are bad. */
type Label = (at: number, measured: RecordedReading['values']) => Iterable<MetricKey>

interface Recording extends Omit<RecordedSeries, 'readings' | 'isBadInput'> {
  file: string
  label: Label
  isBadInput?: true
}

const root = join(import.meta.dirname, '..')
const NERRS = 'demo-data/nerrs-apalachicola-2012-2013/combination--apa-catpoint-water+eastbay-met.csv.gz'
const PNNL = 'demo-data/pnnl-mesocosm-tanks-2023'

/** By the flags of the programme: rejected, unless only the depth was wrong. */
function flagged(file: string): Label {
  const bad = new Map<number, MetricKey[]>()
  for (const line of gunzipSync(readFileSync(join(root, file)))
    .toString()
    .split('\n')) {
    const [, measuredAt = '', metric = '', flag = ''] = line.split(',')
    if (!flag.startsWith('<-3>') || flag.includes('(CWD)')) continue
    const at = Date.parse(measuredAt)
    bad.set(at, [...(bad.get(at) ?? []), metric as MetricKey])
  }
  return (at) => bad.get(at) ?? []
}

/** Every value of a sonde that is not in the tank's water, by its conductivity; the gate decides by the same value. */
function notInWater(belowConductivity: number): Label {
  return (_, { conductivity }) => ((conductivity ?? Infinity) < belowConductivity ? KNOWN_METRICS : [])
}

/** Between the highest value out of the tank (a buffer solution, 7.8 mS/cm) and the lowest in it (22 mS/cm). */
const notInSeaWater = notInWater(10)

/** The faults that the source names: a temperature of 55.353 °C, and a pH probe that dies from the second midnight on. */
const faultsOfBuoy: Label = (at, { tank_temperature }) => [
  ...((tank_temperature ?? 0) > 50 ? (['tank_temperature'] as const) : []),
  ...(at >= Date.parse('2021-11-29T00:00:00Z') ? (['ph'] as const) : []),
]

const RECORDINGS: readonly Recording[] = [
  {
    name: 'Cat Point (bay)',
    file: NERRS,
    label: flagged('benchmarks/recorded/nerrs-apa-catpoint-flags.csv.gz'),
    template: 'bay',
    sensors: 'sonde',
  },
  {
    name: 'Dry Bar (bay)',
    file: 'benchmarks/recorded/nerrs-apa-drybar.csv.gz',
    label: flagged('benchmarks/recorded/nerrs-apa-drybar-flags.csv.gz'),
    template: 'bay',
    sensors: 'sonde',
  },
  {
    name: 'PNNL bare (tank)',
    file: `${PNNL}/combination--pnnl-bare-tank+logger+met.csv.gz`,
    label: notInSeaWater,
    template: 'seawater',
    sensors: 'sonde',
  },
  {
    name: 'PNNL eelgrass (tank)',
    file: `${PNNL}/combination--pnnl-eelgrass-tank+logger+met.csv.gz`,
    label: notInSeaWater,
    template: 'seawater',
    sensors: 'sonde',
  },
  {
    name: 'Via Sacra (pond)',
    file: 'demo-data/via-sacra-pond-2019-2020/via-sacra-pond.csv.gz',
    label: notInWater(0.005),
    template: 'soft_water',
    sensors: 'sonde',
  },
  {
    name: 'fish-farm buoy',
    file: 'demo-data/fishfarm-buoy-colombia-2021/fishfarm-buoy-01.csv.gz',
    label: faultsOfBuoy,
    template: 'warm_pond',
    // Its thermometer and its pH probe are two instruments.
    sensors: 'separate',
  },
  {
    name: 'PNNL dead ORP (bad input)',
    file: `${PNNL}/bad-input--pnnl-tank-bare-dead-orp.csv.gz`,
    label: (at, measured) => new Set<MetricKey>(['orp', ...notInSeaWater(at, measured)]),
    template: 'seawater',
    sensors: 'sonde',
    isBadInput: true,
  },
]

/** Reads the recordings whose names contain a text. Only metrics with known bad values are read. */
export async function readRecordedSeries(text: string): Promise<RecordedSeries[]> {
  const all: RecordedSeries[] = []
  for (const { file, label, isBadInput = false, ...recording } of RECORDINGS) {
    if (!recording.name.includes(text)) continue
    const readings: LabelledReading[] = []
    for await (const { measured_at, values: measured } of readTidyCsv(join(root, file))) {
      const values = METRIC_KEYS.map((key) => (isKnown(key) ? Math.fround(measured[key] ?? Number.NaN) : Number.NaN))
      readings.push({
        measured_at,
        values: values.map((value) => (Number.isNaN(value) ? null : value)),
        bad: new Set(label(measured_at, measured)),
      })
    }
    all.push({ ...recording, isBadInput, readings })
  }
  return all
}

function isKnown(key: MetricKey): key is KnownMetric {
  return KNOWN_METRICS.some((known) => known === key)
}
