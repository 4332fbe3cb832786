import type { TankMode, TankModeInput } from '@dalyan/contracts/tank-modes'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import type { SignedIn } from '../../core/http/signed-in.ts'
import { logEntry, systemAction, userAction } from '../../core/log-entries.ts'
import { requireFound, requireLive } from '../../core/records.ts'
import type { LogWriters } from '../logs/log-writer.ts'
import { tankModesRepository } from './tank-modes.repository.ts'
import { tanksRepository } from './tanks.repository.ts'
import { afterTankChange, type TankNeeds } from './tanks.service.ts'

type ModeNeeds = Pick<Basics, 'database' | 'clock' | 'events'> &
  Pick<LogWriters, 'tankLogs'> &
  Pick<TankNeeds, 'evaluateTanks'>
type Caller = Pick<SignedIn, 'id' | 'name' | 'firms'>

/**
 * Puts a tank in a mode, in place of the one that it is in. Holding begins with the commit: evaluation reads the mode under the tank's lock.
 * @throws 404 when the tank is of another firm, 409 when it is deleted.
 */
export async function startMode(
  needs: ModeNeeds,
  tankId: number,
  { name, minutes, metrics }: TankModeInput,
  user: Caller,
): Promise<TankMode> {
  const action = userAction(user, needs.clock)
  const mode = { name, metrics: [...new Set(metrics)], until: instantAt(needs.clock.now() + minutes * 60_000) }
  const announceLog = await needs.database.transact(async (on) => {
    const tank = requireLive(await tanksRepository(on).lockById(tankId, user.firms))
    const modes = tankModesRepository(on)
    const replaced = await modes.endRunning(tankId, action.at)
    await modes.insert({ ...mode, tank_id: tankId, started_at: action.at, started_by: user.id })
    return needs.tankLogs.write(on, [
      ...(replaced ? [logEntry(tank, 'mode_ended', action, { mode: replaced.name, until: replaced.planned })] : []),
      logEntry(tank, 'mode_started', action, { mode: name, until: mode.until, metrics: mode.metrics }),
    ])
  })
  // A metric that the replaced mode held may not be held any more.
  await afterTankChange(needs, { ids: [tankId], announceLog })
  return { ...mode, by: { id: user.id, name: user.name } }
}

/** Ends the mode of a tank, if it is in one. @throws 404 when the tank is of another firm. */
export async function endMode(needs: ModeNeeds, tankId: number, user: Caller): Promise<void> {
  const action = userAction(user, needs.clock)
  const announceLog = await needs.database.transact(async (on) => {
    const tank = requireFound(await tanksRepository(on).lockById(tankId, user.firms))
    const ended = await tankModesRepository(on).endRunning(tankId, action.at)
    if (!ended) return null
    return needs.tankLogs.write(on, [logEntry(tank, 'mode_ended', action, { mode: ended.name, until: ended.planned })])
  })
  if (announceLog) await afterTankChange(needs, { ids: [tankId], announceLog })
}

/** Ends the modes whose time is over; call it at least once a second. */
export async function endTankModes(needs: ModeNeeds): Promise<void> {
  const action = systemAction(needs.clock)
  const written = await needs.database.transact(async (on) => {
    const ended = await tankModesRepository(on).endExpired(action.at)
    const entries = ended.map(({ name, until, ...tank }) =>
      logEntry(tank, 'mode_ended' as const, action, { mode: name, until }),
    )
    return { ids: ended.map(({ id }) => id), announceLog: await needs.tankLogs.write(on, entries) }
  })
  if (written.ids.length > 0) await afterTankChange(needs, written)
}
