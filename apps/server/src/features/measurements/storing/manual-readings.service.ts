import type { ErrorCode } from '@dalyan/contracts/errors'
import type { ManualReading, Measurement } from '@dalyan/contracts/measurements'
import { METRIC_KEYS } from '@dalyan/contracts/metrics'
import type { TankStatus } from '@dalyan/contracts/tanks'
import type { Basics } from '../../../basics.ts'
import { instantAt } from '../../../core/clock.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import type { FirmScope, SignedIn } from '../../../core/http/signed-in.ts'
import type { LogWriters } from '../../logs/log-writer.ts'
import type { MeasurementsService } from './measurements.service.ts'

const DAY_MS = 86_400_000
/** How far a user's clock may be ahead, as for a terminal. */
const CLOCK_AHEAD_MS = 5 * 60_000

/** Finds a tank that a user of these firms may see; undefined: unknown, or of another firm. */
export type TankOfReading = (
  id: number,
  firms: FirmScope,
) => Promise<{ id: number; code: string; status: TankStatus } | undefined>

/** What entering a reading by hand needs. */
export interface ManualReadingNeeds extends Pick<LogWriters, 'tankLogs'>, Pick<Basics, 'clock'> {
  /** Older readings are refused, as for devices. */
  lateDays: number
  storeByHand: MeasurementsService['storeByHand']
  findTank: TankOfReading
  /** The hidden terminal of a tank. */
  terminalOf: (tankId: number) => Promise<number>
}

/**
 * Saves a reading that a user enters by hand.
 * @throws 404 when the tank is of another firm, 409 when it is deleted or has a manual reading at this instant, 422 when
 * the time is refused.
 */
export async function enterManualReading(
  { clock, lateDays, tankLogs, storeByHand, findTank, terminalOf }: ManualReadingNeeds,
  tankId: number,
  { measured_at, ...values }: ManualReading,
  { id, name, firms }: Pick<SignedIn, 'id' | 'name' | 'firms'>,
): Promise<Measurement> {
  const now = clock.now()
  const at = measured_at ? Date.parse(measured_at) : now
  const problem = timeProblem(at, { now, lateDays })
  if (problem) throw invalidField('measured_at', problem.code, problem.parts)
  const tank = await findTank(tankId, firms)
  if (!tank) throw notFound()
  if (tank.status === 'deleted') throw new AppError(409, 'record_deleted')

  const reading = {
    terminal_id: await terminalOf(tank.id),
    tank_id: tank.id,
    measured_at: at,
    received_at: now,
    // The database stores reals. `+ 0` turns -0 into 0.
    values: METRIC_KEYS.map((key) => (typeof values[key] === 'number' ? Math.fround(values[key]) + 0 : null)),
    clock_skew: false,
  }
  const entry = {
    subject: tank,
    status: 'success' as const,
    processor: { type: 'user' as const, id, name },
    event: 'measurement_entered' as const,
    meta: { measured_at: instantAt(at), ...values },
    created_at: instantAt(now),
  }
  const stored = await storeByHand(reading, (on) => tankLogs.write(on, [entry]))
  if (!stored) throw new AppError(409, 'same_instant', { fields: { measured_at: 'same_instant' } })
  stored.alongside()
  return stored.measurement
}

/** The problem with the time of a manual reading; null: none. Times are epoch milliseconds. */
export function timeProblem(
  at: number,
  { now, lateDays }: { now: number; lateDays: number },
): { code: ErrorCode; parts: Record<string, unknown> } | null {
  if (at > now + CLOCK_AHEAD_MS) return { code: 'in_future', parts: {} }
  return at < now - lateDays * DAY_MS ? { code: 'too_old', parts: { days: lateDays } } : null
}
