import { expect, test } from 'vitest'
import { diskUrgency } from './disk-space.ts'

const GB = 1e9

test.each([
  ['half of a disk is free', 50, 100, 100, null],
  ['little is free, on a very large disk', 300, 4_000, null, null],
  ['little is free, on a very large disk, and it is full in two weeks', 300, 4_000, 14, 'warning'],
  ['much is free, and retention removes what arrives', 50, 100, 14, null],
  ['a twentieth of a disk is free', 5, 100, null, 'warning'],
  ['a twentieth of a disk is free, and it is full in two days', 5, 100, 2, 'critical'],
  ['a memory card has less than 2 GB', 1.9, 16, 400, 'warning'],
  ['PostgreSQL has less than its write-ahead log may need', 0.9, 8, null, 'critical'],
  ['the disk is full', 0, 100, null, 'critical'],
] as const)('%s', (_, free, total, days_left, urgency) => {
  expect(diskUrgency({ free_bytes: free * GB, total_bytes: total * GB, days_left })).toBe(urgency)
})
