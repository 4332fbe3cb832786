import {
  LONGEST_SUMMED_DAYS,
  type JournalEntry,
  type JournalInput,
  type JournalSum,
  type JournalSumsQuery,
} from '@dalyan/contracts/journal'
import type { TankStatus } from '@dalyan/contracts/tanks'
import type { Basics } from '../../basics.ts'
import { instantAt, isInFuture } from '../../core/clock.ts'
import { AppError, invalidField } from '../../core/errors.ts'
import type { FirmScope, SignedIn } from '../../core/http/signed-in.ts'
import { requireFound, requireNamed } from '../../core/records.ts'
import { journalSums } from './journal-sums.sql.ts'
import { journalRepository } from './journal.repository.ts'
import { joinSums } from './journal.rules.ts'

export interface JournalNeeds extends Pick<Basics, 'database' | 'clock' | 'events'> {
  /** Finds a tank that a user of these firms may see. */
  findTank: (id: number, firms: FirmScope) => Promise<{ id: number; status: TankStatus } | undefined>
}

/**
 * Writes an entry, or finds the one that was stored with this id before. @throws 404 when the id is that of a foreign entry, 409 when the tank is
 * deleted or the entry to correct was corrected already, 422 for an unknown tank or entry and for a time in the future.
 */
export async function writeEntry(
  { database, clock, events, findTank }: JournalNeeds,
  input: JournalInput,
  user: Pick<SignedIn, 'id' | 'firms'>,
): Promise<{ entry: JournalEntry; isNew: boolean }> {
  const journal = journalRepository(database)
  // An entry whose answer was lost is sent again, even after its tank was deleted.
  const before = await journal.findById(input.id, user.firms)
  if (before) return { entry: before, isNew: false }

  if (isInFuture(input.at, clock.now())) throw invalidField('at', 'in_future')
  requireNamed(await findTank(input.tank_id, user.firms), 'tank_id', 'unknown_tank')
  if (input.withdrawn && !input.corrects) throw invalidField('corrects', 'required')
  if (input.corrects) await checkCorrected(input.corrects)

  const isNew = await journal.insert(input, user.id, instantAt(clock.now()), alreadyCorrected)
  const entry = requireFound(await journal.findById(input.id, user.firms))
  if (isNew) events.emit('journal.written', entry)
  return { entry, isNew }

  async function checkCorrected(id: string): Promise<void> {
    const corrected = await journal.findById(id, user.firms)
    if (corrected?.tank.id !== input.tank_id || corrected.withdrawn) throw invalidField('corrects', 'unknown_entry')
    if (corrected.corrected_by !== null) throw alreadyCorrected()
  }
}

/** Sums the entries of the filters that hold, day by day. @throws 422 for a time that is empty or longer than a year */
export async function sumEntries(
  { database, clock }: Pick<JournalNeeds, 'database' | 'clock'>,
  query: JournalSumsQuery,
  firms: FirmScope,
): Promise<JournalSum[]> {
  const to = query.to ?? instantAt(clock.now())
  const days = (Date.parse(to) - Date.parse(query.from)) / 86_400_000
  if (days < 0) throw invalidField(query.to === undefined ? 'from' : 'to', 'from_after_to')
  if (days > LONGEST_SUMMED_DAYS) throw invalidField('from', 'window_too_long', { days: LONGEST_SUMMED_DAYS })
  return joinSums(await journalSums(database.reads).sum({ ...query, to }, firms))
}

function alreadyCorrected(): AppError {
  return new AppError(409, 'already_corrected', { fields: { corrects: 'already_corrected' } })
}
