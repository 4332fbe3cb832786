import { evaluateCalibration, type CalibrationResult } from '@dalyan/contracts/calibration-rules'
import type { Calibration, CalibrationInput } from '@dalyan/contracts/calibrations'
import type { Instant } from '@dalyan/contracts/instant'
import type { JournalEntry, JournalInput } from '@dalyan/contracts/journal'
import { metricOf, TURKISH_METRIC_NAMES } from '@dalyan/contracts/metrics'
import type { TankStatus } from '@dalyan/contracts/tanks'
import type { Basics } from '../../basics.ts'
import { instantAt, isInFuture } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { invalidField } from '../../core/errors.ts'
import type { FirmScope, SignedIn } from '../../core/http/signed-in.ts'
import { requireFound, requireNamed } from '../../core/records.ts'
import { calibrationsRepository } from './calibrations.repository.ts'

export interface CalibrationNeeds extends Pick<Basics, 'database' | 'clock' | 'events'> {
  /** Finds a tank that a user of these firms may see. */
  findTank: (id: number, firms: FirmScope) => Promise<{ id: number; status: TankStatus } | undefined>
  /** Writes an entry of the journal. @returns false: an entry with this id exists */
  writeEntry: (on: Connection, entry: JournalInput, by: number, at: Instant) => Promise<boolean>
  findEntry: (id: string, firms: FirmScope) => Promise<JournalEntry | undefined>
}

/**
 * Writes a calibration and its entry of the journal, or finds the one that was stored with this id before. Readings stay as they are. @throws 404
 * when the id is that of another entry of the journal, 409 when the tank is deleted, 422 for an unknown tank or terminal and for a time in the future.
 */
export async function writeCalibration(
  { database, clock, events, findTank, writeEntry, findEntry }: CalibrationNeeds,
  input: CalibrationInput,
  user: Pick<SignedIn, 'id' | 'firms'>,
): Promise<{ calibration: Calibration; isNew: boolean }> {
  const calibrations = calibrationsRepository(database)
  const before = await calibrations.findById(input.id, user.firms)
  if (before) return { calibration: before, isNew: false }

  if (isInFuture(input.at, clock.now())) throw invalidField('at', 'in_future')
  const tank = requireNamed(await findTank(input.tank_id, user.firms), 'tank_id', 'unknown_tank')
  const code = await calibrations.findTerminalOf(tank.id, input.iot_id)
  if (code === undefined) throw invalidField('iot_id', 'unknown_terminal')

  const result = evaluateCalibration(input.metric, input.points)
  const { id, tank_id, at } = input
  const note = [entryText(input, code, result), input.note].filter(Boolean).join(' · ')
  const now = instantAt(clock.now())
  const isNew = await database.transact(async (on) => {
    const isNewEntry = await writeEntry(on, { id, tank_id, kind: 'calibration', at, note }, user.id, now)
    if (isNewEntry) await calibrationsRepository(on).insert(input, result, user.id, now)
    return isNewEntry
  })
  const entry = isNew ? await findEntry(id, user.firms) : undefined
  if (entry) events.emit('journal.written', entry)
  // Not found: the id is that of another entry of the journal.
  return { calibration: requireFound(await calibrations.findById(id, user.firms)), isNew }
}

/** `pH · T-014 · eğim %97 · sapma +0,08`, for readers of the journal in Turkish. */
function entryText({ metric }: CalibrationInput, code: string, { slope, offset }: CalibrationResult): string {
  const { decimals, unit } = metricOf(metric)
  const number = new Intl.NumberFormat('tr-TR', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'exceptZero',
  })
  return [
    TURKISH_METRIC_NAMES[metric],
    code,
    ...(slope === null ? [] : [`eğim %${Math.round(slope * 100)}`]),
    `sapma ${number.format(offset).replace('-', '−')}${unit === '' ? '' : ` ${unit}`}`,
  ].join(' · ')
}
