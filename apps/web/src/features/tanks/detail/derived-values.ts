import {
  dewPoint,
  oxygenSaturation,
  oxygenSolubility,
  rawConductivity,
  salinityOf,
  unionisedAmmoniaShare,
} from '@dalyan/contracts/derived-values'
import type { MetricKey } from '@dalyan/contracts/metrics'
import type { ConductivityKind } from '@dalyan/contracts/quality-rules'
import type { TankReading } from './tank-reading.ts'

/** Values that are computed from a tank's present readings; absent: a reading that the formula needs is missing, old, or outside its range. */
export interface DerivedValues {
  /** In %; only where no terminal delivers it. */
  oxygen_saturation?: number
  /** In mg/l; only where no terminal delivers it. */
  dissolved_oxygen?: number
  /** In ‰, of conductivity and temperature; only where no terminal delivers it. Both where the kind of conductivity is unknown. */
  salinity_raw?: number
  salinity_at_25?: number
  /** Share of the total ammonia that is toxic, 0…1. */
  ammonia_share?: number
  /** Of the air in the cabinet, °C. */
  dew_point?: number
  /** The air in the cabinet is by so little warmer than its dew point that water will condense on anything colder, °C. */
  dew_margin?: number
}

/** By how much, in °C, the air in a cabinet must be warmer than its dew point. */
const LEAST_DEW_MARGIN = 2

/**
 * @param pressure of the air at the farm, hPa, not reduced to sea level; null: unknown, and no oxygen is derived
 * @param conductivity the kind that the terminals send; null: unknown
 */
export function derivedValues(
  readings: readonly Pick<TankReading, 'metric' | 'value' | 'state'>[],
  pressure: number | null,
  conductivity: ConductivityKind | null = null,
): DerivedValues {
  const fresh = (metric: MetricKey): number | null => {
    const reading = readings.find((each) => each.metric === metric)
    return reading && reading.state !== 'stale' ? reading.value : null
  }
  return {
    ...(pressure === null ? {} : oxygenOf(fresh, pressure)),
    ...salinitiesOf(fresh, conductivity),
    ...ammoniaOf(fresh),
    ...dewPointOf(fresh),
  }
}

type Fresh = (metric: MetricKey) => number | null

function oxygenOf(fresh: Fresh, pressure: number): DerivedValues {
  const [temperature, salinity] = [fresh('tank_temperature'), fresh('salinity')]
  const [oxygen, saturation] = [fresh('dissolved_oxygen'), fresh('oxygen_saturation')]
  if (temperature === null || salinity === null || (oxygen === null) === (saturation === null)) return {}
  if (oxygen !== null) return present('oxygen_saturation', oxygenSaturation(oxygen, temperature, salinity, pressure))
  const solubility = oxygenSolubility(temperature, salinity, pressure)
  return present('dissolved_oxygen', solubility === null ? null : (solubility * (saturation ?? 0)) / 100)
}

function salinitiesOf(fresh: Fresh, kind: ConductivityKind | null): DerivedValues {
  const [temperature, conductivity] = [fresh('tank_temperature'), fresh('conductivity')]
  if (temperature === null || conductivity === null || fresh('salinity') !== null) return {}
  const raw = rawConductivity(conductivity, temperature)
  return {
    ...(kind === 'at_25' ? {} : present('salinity_raw', salinityOf(conductivity, temperature))),
    ...(kind === 'raw' || raw === null ? {} : present('salinity_at_25', salinityOf(raw, temperature))),
  }
}

function ammoniaOf(fresh: Fresh): DerivedValues {
  const [temperature, ph] = [fresh('tank_temperature'), fresh('ph')]
  if (temperature === null || ph === null) return {}
  return present('ammonia_share', unionisedAmmoniaShare(temperature, ph))
}

function dewPointOf(fresh: Fresh): DerivedValues {
  const [temperature, humidity] = [fresh('cabinet_temperature'), fresh('cabinet_humidity')]
  if (temperature === null || humidity === null) return {}
  const point = dewPoint(temperature, humidity)
  const margin = point === null ? null : temperature - point
  return {
    ...present('dew_point', point),
    ...present('dew_margin', margin !== null && margin < LEAST_DEW_MARGIN ? margin : null),
  }
}

function present(name: keyof DerivedValues, value: number | null): DerivedValues {
  return value === null ? {} : { [name]: value }
}

/** One significant figure, because an error of the pH probe changes the value by half: 0.0381 → 0.04. */
export function oneFigure(value: number): { value: number; decimals: number } {
  const rounded = Number(value.toPrecision(1))
  return { value: rounded, decimals: rounded === 0 ? 0 : Math.max(0, -Math.floor(Math.log10(Math.abs(rounded)))) }
}
