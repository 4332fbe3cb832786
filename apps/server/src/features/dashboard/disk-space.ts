import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Severity } from '@dalyan/contracts/alarm-words'
import type { SystemMetrics } from '@dalyan/contracts/dashboard'
import { diskUrgency } from '@dalyan/contracts/disk-space'
import { severityRank } from '@dalyan/contracts/out-of-range'
import type { Basics } from '../../basics.ts'

/**
 * Disk space per reading with its keys, roll-ups and logs, in bytes: 125 for the row and 9 for roll-ups, as measured,
 * and about as much again in reserve.
 */
const BYTES_A_READING = 250
const DAY_MS = 86_400_000

export type Disk = SystemMetrics['disk']

/** The disk that holds a folder; while the folder does not exist, its nearest existing parent counts. */
async function diskOf(folder: string): Promise<Omit<Disk, 'days_left'>> {
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
function daysLeft(freeBytes: number, readingsADay: number): number | null {
  return readingsADay === 0 ? null : freeBytes / (readingsADay * BYTES_A_READING)
}

/** The disk that holds a folder. @param countReadings counts readings whose measuring time is in [from, to) */
export async function readDisk(
  folder: string,
  { now }: Basics['clock'],
  countReadings: (from: number, to: number) => Promise<number>,
): Promise<Disk> {
  const [disk, lastDay] = await Promise.all([diskOf(folder), countReadings(now() - DAY_MS, now())])
  return { ...disk, days_left: daysLeft(disk.free_bytes, lastDay) }
}

interface WatchNeeds extends Pick<Basics, 'clock' | 'log'> {
  readDisk: () => Promise<Disk>
  /** The severities of the messages about the disk since this instant, in epoch milliseconds. */
  notifiedSince: (from: number) => Promise<readonly Severity[]>
  notify: (urgency: Severity) => Promise<void>
}

/**
 * Notifies administrators while there is still space to do so: once a day, and at once when it becomes more urgent. Call it regularly.
 */
export async function watchDisk({ readDisk: read, notifiedSince, notify, clock, log }: WatchNeeds): Promise<void> {
  const disk = await read()
  const urgency = diskUrgency(disk)
  if (urgency === null) return
  const notified = await notifiedSince(clock.now() - DAY_MS)
  if (notified.some((severity) => severityRank(severity) <= severityRank(urgency))) return
  log.warn(disk, 'the disk is nearly full')
  await notify(urgency)
}
