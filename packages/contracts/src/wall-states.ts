/** What the overview says of a tank, the worst first (docs/behaviour/overview.md). */
export const WALL_STATES = [
  'crit',
  'silent',
  'warn',
  'fore',
  'suspect',
  'stale',
  'mode',
  'normal',
  'suspended',
] as const
export type WallState = (typeof WALL_STATES)[number]
