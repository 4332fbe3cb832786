import type { Tank } from '@dalyan/contracts/tanks'
import { LiveBadge } from '../../../shared/live/LiveBadge.tsx'
import { staleAfterMs } from '../tank-values.ts'

/** How old a tank's newest reading is, and whether newer ones would arrive by themselves; nothing for a deleted tank. */
export function TankLiveBadge({ tank, paused = false }: { tank: Tank; paused?: boolean }) {
  if (tank.status === 'deleted') return null
  const newestAt = tank.last_measurement ? Date.parse(tank.last_measurement.measured_at) : null
  return <LiveBadge newestAt={newestAt} staleAfterMs={staleAfterMs(tank, null)} paused={paused} />
}
