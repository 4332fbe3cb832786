/** What a terminal may say of itself beside its metrics, with the least and greatest number that is believed; `gateway` is a name. */
export const HEALTH_BOUNDS = {
  /** Percent. */
  battery: { min: 0, max: 100 },
  /** Received signal strength, dBm. */
  rssi: { min: -200, max: 20 },
  /** Signal to noise, dB. */
  snr: { min: -60, max: 100 },
} as const
export type HealthNumber = keyof typeof HEALTH_BOUNDS
export const HEALTH_NAMES = ['battery', 'rssi', 'snr', 'gateway'] as const
export type HealthName = (typeof HEALTH_NAMES)[number]
/** Battery percentage from which on the battery counts as low. */
export const LOW_BATTERY = 20

/** The values of one message; only the names that it had. */
export type ReportedHealth = { -readonly [Name in HealthNumber]?: number } & { gateway?: string }

const names = new Set<string>(HEALTH_NAMES)

export function isHealthName(name: string): name is HealthName {
  return names.has(name)
}
