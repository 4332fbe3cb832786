import type { Severity } from './alarm-words.ts'
import type { SystemMetrics } from './dashboard.ts'

const GB = 1e9
/** With less, PostgreSQL may not find space for its next write-ahead log (up to 1 GB) and stops. */
const CRITICAL_BYTES = GB
/** With less, an administrator should act in the next days, however large the disk is. */
const LOW_BYTES = 2 * GB
/** A disk with more free than this share is never short of space by its days left: retention may remove as much as arrives. */
const LOW_SHARE = 0.1
const AMPLE_BYTES = 20 * GB
const FEW_DAYS = { critical: 3, warning: 30 }

/** How urgently the disk of the server needs space; null: it has enough. A full disk stores no reading and raises no alarm. */
export function diskUrgency({
  free_bytes,
  total_bytes,
  days_left,
}: Pick<SystemMetrics['disk'], 'free_bytes' | 'total_bytes' | 'days_left'>): Extract<
  Severity,
  'critical' | 'warning'
> | null {
  const days = free_bytes < total_bytes * LOW_SHARE && days_left !== null ? days_left : Number.POSITIVE_INFINITY
  if (free_bytes < CRITICAL_BYTES || days < FEW_DAYS.critical) return 'critical'
  const isLow = free_bytes < total_bytes * LOW_SHARE && free_bytes < AMPLE_BYTES
  return isLow || free_bytes < LOW_BYTES || days < FEW_DAYS.warning ? 'warning' : null
}
