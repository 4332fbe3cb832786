import { formatNumber } from './number.ts'

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const
const STEP = 1000
/** Greater values have no decimals. */
const INTEGER_FROM = 100

/** `1,2 GB`: with one decimal below 100. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / Math.log10(STEP))))
  const value = bytes / STEP ** power
  return `${formatNumber(value, power === 0 || value >= INTEGER_FROM ? 0 : 1)}\u00a0${UNITS[power]}`
}
