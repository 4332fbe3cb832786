import type { MetricKey } from './metrics.ts'

/** One buffer or standard of a calibration, in the metric's unit. */
export interface CalibrationPoint {
  /** What the buffer is. */
  expected: number
  /** What the probe showed in it. */
  before: number
  /** What it showed after the adjustment; null: not adjusted, or not measured again. */
  after: number | null
}

/** The least and the most points of a calibration. */
export const CALIBRATION_POINTS = { least: 1, most: 3 } as const

/**
 * `good`: the readings since the last calibration can be trusted; `drifted`: they were off by more than the metric allows; `repeat`: the probe is
 * still off after the adjustment; `replace`: it reacts too weakly or too strongly to be adjusted.
 */
export const CALIBRATION_VERDICTS = ['good', 'drifted', 'repeat', 'replace'] as const
export type CalibrationVerdict = (typeof CALIBRATION_VERDICTS)[number]

export interface CalibrationResult {
  /** By how much the shown value rises where the true one rises by 1; null with one point, or with points of one value. */
  slope: number | null
  /** By how much the probe showed too much before the adjustment, on average over the points, in the metric's unit. */
  offset: number
  verdict: CalibrationVerdict
}

/** By how much a probe may be off without a remark: about twice the accuracy that makers state for common probes. */
const ALLOWED_OFFSET: Readonly<Record<MetricKey, number>> = {
  tank_temperature: 0.3,
  ambient_temperature: 1,
  cabinet_temperature: 1,
  ambient_humidity: 5,
  cabinet_humidity: 5,
  ph: 0.2,
  salinity: 1,
  orp: 20,
  conductivity: 1.5,
  dissolved_oxygen: 0.4,
  oxygen_saturation: 5,
}
/** A probe outside of these slopes is worn out or dirty; makers of pH probes state 85 to 105 % (Metrohm, Hamilton). */
const USABLE_SLOPE = { least: 0.85, most: 1.05 }

/** Evaluates a calibration: slope by least squares over what the probe showed before, offset as the mean difference. */
export function evaluateCalibration(metric: MetricKey, points: readonly CalibrationPoint[]): CalibrationResult {
  const slope = slopeOf(points)
  const offset = mean(points.map(({ expected, before }) => before - expected))
  const isOff = (differences: readonly number[]) => differences.some((each) => Math.abs(each) > ALLOWED_OFFSET[metric])
  const after = points.flatMap(({ expected, after }) => (after === null ? [] : [after - expected]))
  if (slope !== null && (slope < USABLE_SLOPE.least || slope > USABLE_SLOPE.most)) {
    return { slope, offset, verdict: 'replace' }
  }
  if (isOff(after)) return { slope, offset, verdict: 'repeat' }
  const hasDrifted = isOff(points.map(({ expected, before }) => before - expected))
  return { slope, offset, verdict: hasDrifted ? 'drifted' : 'good' }
}

function slopeOf(points: readonly CalibrationPoint[]): number | null {
  const [x, y] = [mean(points.map(({ expected }) => expected)), mean(points.map(({ before }) => before))]
  const spread = points.reduce((sum, { expected }) => sum + (expected - x) ** 2, 0)
  if (spread === 0) return null
  return points.reduce((sum, { expected, before }) => sum + (expected - x) * (before - y), 0) / spread
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
