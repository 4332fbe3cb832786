import { dewPoint, oxygenSolubility, salinityOf, salinityOfRatio, unionisedAmmoniaShare } from './derived-values.ts'

/** A value of a derived metric as its source prints it. */
export interface DerivedCheck {
  name: string
  /** With all digits that the source prints. */
  printed: string
  computed: number | null
}

const check = (name: string, printed: string, computed: number | null): DerivedCheck => ({ name, printed, computed })

const ofRatio = (ratio: number, temperature68: number, pressure: number, printed: string) =>
  check(
    `salinity, R ${ratio}, ${temperature68} °C, ${pressure} dbar`,
    printed,
    salinityOfRatio({ ratio, temperature68, pressure }),
  )

const ofOxygen = (temperature: number, salinity: number, printed: string) =>
  check(`oxygen, ${temperature} °C, S ${salinity}`, printed, oxygenSolubility(temperature, salinity))

const ofAmmonia = (temperature: number, ph: number, printed: string) =>
  check(`ammonia, ${temperature} °C, pH ${ph}`, printed, unionisedAmmoniaShare(temperature, ph))

const ofDewPoint = (temperature: number, humidity: number, printed: string) =>
  check(`dew point, ${temperature} °C, ${humidity} %`, printed, dewPoint(temperature, humidity))

/** The published check values of all derived metrics; the unit tests and `npm run bench:signals` compare them to the last printed digit. */
export const DERIVED_CHECKS: readonly DerivedCheck[] = [
  // UNESCO Technical Papers in Marine Science 44.
  ofRatio(1, 15, 0, '35.000000'),
  ofRatio(1.2, 20, 2000, '37.245628'),
  ofRatio(0.65, 5, 1500, '27.995347'),
  ofRatio(0.498008, 0, 0, '25.0000'),
  ofRatio(0.65499, 10, 0, '25.0000'),
  ofRatio(1.529967, 30, 0, '40.0000'),
  // Some copies print this ratio in place of 0.498008.
  ofRatio(0.498088, 0, 0, '25.0044'),
  // TEOS-10, Gibbs SeaWater toolbox: gsw_SP_from_C.
  check('salinity, 34.5487 mS/cm, 28.7856 °C, 10 dbar', '20.009869599', salinityOf(34.5487, 28.7856, 10)),
  // Standard Methods 4500-O.
  ofOxygen(0, 0, '14.621'),
  ofOxygen(10, 0, '11.288'),
  ofOxygen(20, 0, '9.092'),
  ofOxygen(25, 0, '8.263'),
  ofOxygen(30, 0, '7.559'),
  ofOxygen(10, 35, '9.024'),
  // Emerson et al. 1975.
  ofAmmonia(20, 7, '0.0039'),
  ofAmmonia(20, 8, '0.0381'),
  ofAmmonia(10, 8, '0.0182'),
  ofAmmonia(30, 8, '0.0743'),
  // Computed by the formula of Sonntag 1990.
  ofDewPoint(25, 50, '13.85'),
  ofDewPoint(30, 80, '26.17'),
  ofDewPoint(20, 95, '19.17'),
  ofDewPoint(10, 60, '2.58'),
  ofDewPoint(0, 80, '-3.04'),
]

/** Whether the computed value, rounded to the printed digits, is the printed one. */
export function meetsCheck({ printed, computed }: DerivedCheck): boolean {
  return computed !== null && computed.toFixed(printed.split('.')[1]?.length ?? 0) === printed
}
