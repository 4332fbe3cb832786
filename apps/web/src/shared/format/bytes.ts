import { formatNumber } from './number.ts'

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const
const STEP = 1000
/** Beyond it a digit after the comma says nothing. */
const WHOLE_FROM = 100

/** `1,2 GB`: with one digit after the comma while that says something. */
export function formatBytes(bytes: number): string {
  const place = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / Math.log10(STEP))))
  const value = bytes / STEP ** place
  return `${formatNumber(value, place === 0 || value >= WHOLE_FROM ? 0 : 1)}\u00a0${UNITS[place]}`
}
