/**
 * Values that are computed from measured ones when they are shown, never stored. Temperatures are in °C (ITS-90, as terminals send them).
 * Every function returns null outside the range in which its source holds, so that no screen shows an extrapolation.
 * `derived-check-values.ts` has the published values that they reproduce.
 */

const KELVIN = 273.15
/** One standard atmosphere in hPa. */
const ATMOSPHERE = 1013.25

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most
}

/** The polynomial with these coefficients, that of the lowest power first. */
function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0)
}

/** PSS-78 is defined on the temperature scale of 1968. */
const SCALE_OF_1968 = 1.00024
/** Conductivity of sea water of salinity 35 at 15 °C and no pressure, in mS/cm. */
const STANDARD_CONDUCTIVITY = 42.914
const SALINITY_BY_RATIO = [0.008, -0.1692, 25.3851, 14.0941, -7.0261, 2.7081]
const SALINITY_BY_TEMPERATURE = [0.0005, -0.0056, -0.0066, -0.0375, 0.0636, -0.0144]
const RATIO_BY_TEMPERATURE = [0.6766097, 2.00564e-2, 1.104259e-4, -6.9698e-7, 1.0031e-9]

export interface ConductivityRatio {
  /** Conductivity divided by that of sea water of salinity 35 at 15 °C and no pressure. */
  ratio: number
  /** °C on the scale of 1968, on which the source is written. */
  temperature68: number
  /** Pressure of the water above the probe in dbar, about its depth in metres; 0 in a tank. */
  pressure: number
}

/**
 * Practical salinity (‰ on our screens) of a conductivity ratio; −2…35 °C, 0…10,000 dbar, results of 0…42.
 * Source: PSS-78, UNESCO Technical Papers in Marine Science 44 (1983); below 2 the extension of Hill, Dauphinee and Woods (1986).
 */
export function salinityOfRatio({ ratio, temperature68: t, pressure }: ConductivityRatio): number | null {
  if (!(ratio >= 0) || !isWithin(t / SCALE_OF_1968, -2, 35) || !isWithin(pressure, 0, 10_000)) return null
  const ofPressure = pressure * polynomial([2.07e-5, -6.37e-10, 3.989e-15], pressure)
  const atPressure = 1 + ofPressure / (polynomial([1, 3.426e-2, 4.464e-4], t) + (0.4215 - 3.107e-3 * t) * ratio)
  const atTemperature = ratio / (atPressure * polynomial(RATIO_BY_TEMPERATURE, t))
  const x = Math.sqrt(atTemperature)
  const k = (t - 15) / (1 + 0.0162 * (t - 15))
  const salinity = polynomial(SALINITY_BY_RATIO, x) + k * polynomial(SALINITY_BY_TEMPERATURE, x)
  const result = salinity < 2 ? salinity - excessOfFreshWater(atTemperature, k) : salinity
  // Rounding may leave pure water a tiny bit below zero.
  return result > 42 ? null : Math.max(0, result)
}

/** By how much PSS-78 exceeds the salinity of almost fresh water (below 2). */
function excessOfFreshWater(ratio: number, k: number): number {
  const x = 400 * ratio
  const y = 100 * ratio
  return 0.008 / (1 + 1.5 * x + x * x) + (0.0005 * k) / (1 + Math.sqrt(y) + y + y ** 1.5)
}

/**
 * Practical salinity (‰ on our screens); −2…35 °C, results of 0…42. Source: as `salinityOfRatio`.
 * @param conductivity raw, at the water's own temperature, in mS/cm; a value at 25 °C must go through `rawConductivity` first
 * @param pressure in dbar, about the depth of the probe in metres
 */
export function salinityOf(conductivity: number, temperature: number, pressure = 0): number | null {
  const ratio = conductivity / STANDARD_CONDUCTIVITY
  return salinityOfRatio({ ratio, temperature68: SCALE_OF_1968 * temperature, pressure })
}

/**
 * Conductivity at the water's own temperature, in the unit of the given one, of a specific conductance (which the terminal has converted to
 * 25 °C); −2…35 °C. Source: the linear compensation of 1.91 % per °C that sondes apply (Standard Methods 2510 B).
 */
export function rawConductivity(specificConductance: number, temperature: number): number | null {
  if (!(specificConductance >= 0) || !isWithin(temperature, -2, 35)) return null
  return specificConductance * (1 + 0.0191 * (temperature - 25))
}

/**
 * Pressure of the standard atmosphere in hPa at an altitude in metres; −500…5,000 m. Weather changes it by some 30 hPa.
 * Source: ICAO Standard Atmosphere (Doc 7488).
 */
export function pressureAt(altitude: number): number | null {
  return isWithin(altitude, -500, 5_000) ? ATMOSPHERE * (1 - 2.25577e-5 * altitude) ** 5.25588 : null
}

/**
 * Dissolved oxygen in mg/l of water in equilibrium with air of 100 % humidity; 0…40 °C, salinity 0…40, 500…1,100 hPa.
 * Source: Benson and Krause (1984), with the pressure term of Standard Methods 4500-O.
 * @param pressure of the air in hPa, not reduced to sea level (`pressureAt`)
 */
export function oxygenSolubility(temperature: number, salinity: number, pressure = ATMOSPHERE): number | null {
  if (!isWithin(temperature, 0, 40) || !isWithin(salinity, 0, 40) || !isWithin(pressure, 500, 1_100)) return null
  const T = temperature + KELVIN
  const ofFreshWater = polynomial([-139.34411, 1.575701e5, -6.642308e7, 1.2438e10, -8.621949e11], 1 / T)
  const atOneAtmosphere = Math.exp(ofFreshWater - salinity * polynomial([1.7674e-2, -10.754, 2140.7], 1 / T))
  return atOneAtmosphere * shareOfOneAtmosphere(temperature, pressure / ATMOSPHERE)
}

/** Solubility at a pressure in atmospheres divided by that at one atmosphere. The vapour of the water takes its part of the pressure. */
function shareOfOneAtmosphere(temperature: number, pressure: number): number {
  const vapour = Math.exp(polynomial([11.8571, -3840.7, -216_961], 1 / (temperature + KELVIN)))
  const theta = polynomial([0.000975, -1.426e-5, 6.436e-8], temperature)
  return ((pressure - vapour) * (1 - theta * pressure)) / ((1 - vapour) * (1 - theta))
}

/**
 * Dissolved oxygen as a percentage of its solubility; the range and the source of `oxygenSolubility`.
 * @param oxygen in mg/l
 */
export function oxygenSaturation(
  oxygen: number,
  temperature: number,
  salinity: number,
  pressure = ATMOSPHERE,
): number | null {
  const solubility = oxygenSolubility(temperature, salinity, pressure)
  return solubility === null || !(oxygen >= 0) ? null : (100 * oxygen) / solubility
}

/**
 * Share (0…1) of the total ammonia that is un-ionised and so toxic to fish; 0…30 °C, pH 0…14. Made for fresh water; sea water differs less
 * than a pH probe errs. An error of 0.16 pH changes it by the factor 1.44, so show one significant figure.
 * Source: Emerson, Russo, Lund and Thurston (1975).
 */
export function unionisedAmmoniaShare(temperature: number, ph: number): number | null {
  if (!isWithin(temperature, 0, 30) || !isWithin(ph, 0, 14)) return null
  return 1 / (1 + 10 ** (0.09018 + 2729.92 / (KELVIN + temperature) - ph))
}

/**
 * Dew point in °C; −45…60 °C, relative humidity above 0 %. A humidity of 100…105 % counts as 100 %, because sensors in saturated air send it.
 * Source: Magnus formula with the coefficients of Sonntag (1990).
 */
export function dewPoint(temperature: number, humidity: number): number | null {
  if (!isWithin(temperature, -45, 60) || !(humidity > 0 && humidity <= 105)) return null
  const g = Math.log(Math.min(humidity, 100) / 100) + (17.62 * temperature) / (243.12 + temperature)
  return (243.12 * g) / (17.62 - g)
}
