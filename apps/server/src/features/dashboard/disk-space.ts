import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SystemMetrics } from '@dalyan/contracts/dashboard'

/**
 * Disk space per reading with its keys, roll-ups and logs, in bytes: 125 for the row and 9 for roll-ups, as measured,
 * and about as much again in reserve.
 */
const BYTES_A_READING = 250

/** The disk that holds a folder; while the folder does not exist, its nearest existing parent counts. */
export async function diskOf(folder: string): Promise<Omit<SystemMetrics['disk'], 'days_left'>> {
  try {
    const { blocks, bfree, bavail, bsize } = await statfs(folder)
    // Blocks reserved for the system are neither free nor used.
    return { used_bytes: (blocks - bfree) * bsize, total_bytes: blocks * bsize, free_bytes: bavail * bsize }
  } catch (error) {
    if (dirname(folder) === folder) throw error
    return diskOf(dirname(folder))
  }
}

/** Days until the disk is full at the rate of the last 24 hours; null when no readings arrive. */
export function daysLeft(freeBytes: number, readingsADay: number): number | null {
  return readingsADay === 0 ? null : freeBytes / (readingsADay * BYTES_A_READING)
}
