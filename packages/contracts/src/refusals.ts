/** Why the quality gate refuses a value (docs/behaviour/measurements.md); without zod, so that the first load of the web can use it. */
export const REFUSAL_REASONS = [
  /** The sensor's code for a fault. */
  'code',
  /** Outside of what the sensor can measure. */
  'bounds',
  /** The temperature of the same reading was refused, by which the instrument computes this value. */
  'temperature',
  /** Changed faster than the water can. */
  'step',
  /** The metric had too many refusals in the last day. */
  'unreliable',
  /** The sonde is out of the water, or the tank is full of fresh water. */
  'out_of_water',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]
