import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SystemMetrics } from '@dalyan/contracts/dashboard'

/** What one reading costs on disk with its keys, roll-ups and logs, in bytes: 125 as a row and 9 of roll-ups, as measured, and as much again in reserve. */
const BYTES_A_READING = 250

/** The disk that holds a folder; before the folder is there, the nearest one above it. */
export async function diskOf(folder: string): Promise<Omit<SystemMetrics['disk'], 'days_left'>> {
  try {
    const { blocks, bfree, bavail, bsize } = await statfs(folder)
    // Blocks that are reserved for the system are neither free nor used.
    return { used_bytes: (blocks - bfree) * bsize, total_bytes: blocks * bsize, free_bytes: bavail * bsize }
  } catch (error) {
    if (dirname(folder) === folder) throw error
    return diskOf(dirname(folder))
  }
}

/** Days until the disk is full when as much comes in as in the last 24 hours; null: nothing comes in. */
export function daysLeft(freeBytes: number, readingsADay: number): number | null {
  return readingsADay === 0 ? null : freeBytes / (readingsADay * BYTES_A_READING)
}
