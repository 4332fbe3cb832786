import { type DisplayLinkInput, MOST_LINK_DAYS, type NewDisplayLink } from '@dalyan/contracts/display-links'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { invalidField } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import type { AuthenticateDisplay } from '../../core/http/signed-in.ts'
import { createUnknownTokens } from '../../core/http/unknown-tokens.ts'
import { createUseTimes } from '../../core/http/use-times.ts'
import { requireFound } from '../../core/records.ts'
import { hashOf, hashOfSecret, makeSecret } from '../../core/secrets/random-secret.ts'
import type { firmsRepository } from '../firms/firms.repository.ts'
import { displayLinksRepository } from './display-links.repository.ts'

const DAY_MS = 86_400_000

export interface DisplayLinkNeeds extends Pick<Basics, 'database' | 'clock' | 'log' | 'audit'> {
  firms: typeof firmsRepository
  hasFirm: (on: Connection, id: number) => Promise<boolean>
  /** Whether there is a tank that is not deleted; it stays so until the transaction ends. */
  holdTank: (on: Connection, id: number) => Promise<boolean>
  /** The page's address for users, without a trailing slash. */
  origin: () => string
}

/** The secret is part of this answer only. @throws 422 for an unknown firm or tank, and for an end that is missing, over or too late */
export async function makeDisplayLink(
  { database, clock, audit, hasFirm, holdTank, origin }: DisplayLinkNeeds,
  { name, firm_id, tank_id = null, expires_at = null }: DisplayLinkInput,
  actor: UserActor,
): Promise<NewDisplayLink> {
  const now = clock.now()
  if (tank_id !== null && firm_id !== null) throw invalidField('firm_id', 'tank_link_has_firm')
  if (tank_id !== null && expires_at === null) throw invalidField('expires_at', 'link_needs_end')
  if (expires_at !== null) checkEnd(expires_at, now)
  const { secret, hash } = makeSecret()
  const id = await database.transact(async (on) => {
    if (firm_id !== null && !(await hasFirm(on, firm_id))) throw invalidField('firm_id', 'unknown_firm')
    if (tank_id !== null && !(await holdTank(on, tank_id))) throw invalidField('tank_id', 'unknown_tank')
    const shown = { name, firm_id, tank_id, expires_at }
    const made = await displayLinksRepository(on).insert({ ...shown, hash, created_at: instantAt(now) })
    const target = { kind: 'display_link' as const, id: made, name }
    await audit(on, actor, { event: 'display_link_created', target, after: shown })
    return made
  })
  return { id, url: `${origin()}${tank_id === null ? '/wall?v=display' : '/tank-link'}#${secret}` }
}

/** @param now epoch milliseconds. @throws 422 */
function checkEnd(expires_at: string, now: number): void {
  const left = Date.parse(expires_at) - now
  if (left <= 0) throw invalidField('expires_at', 'link_end_passed')
  if (left > MOST_LINK_DAYS * DAY_MS) throw invalidField('expires_at', 'link_end_too_late', { days: MOST_LINK_DAYS })
}

/** Requests with its secret are refused from now on. */
export async function removeDisplayLink(
  { database, audit }: DisplayLinkNeeds,
  id: number,
  actor: UserActor,
): Promise<void> {
  await database.transact(async (on) => {
    const before = requireFound(await displayLinksRepository(on).remove(id))
    const target = { kind: 'display_link' as const, id, name: before.name }
    await audit(on, actor, { event: 'display_link_deleted', target, before })
  })
}

/** Reads the secret of a display link: what its screen may see, now. */
export function authenticatesDisplays({ database, clock, log, firms }: DisplayLinkNeeds): AuthenticateDisplay {
  const links = displayLinksRepository(database)
  const noteUse = createUseTimes({ clock, log, write: displayLinksRepository(database.patient).touch })
  return createUnknownTokens({
    clock,
    hashOf: hashOfSecret,
    findHashes: links.findHashes,
    async authenticate(secret) {
      const link = await links.findByHash(hashOf(secret), instantAt(clock.now()))
      if (!link) return null
      noteUse(link.id, link.last_used_at)
      const { id: link_id, firm_id, tank_id, expires_at } = link
      if (tank_id !== null && expires_at !== null) return { link_id, firms: [], tank: { id: tank_id, expires_at } }
      return { link_id, firms: firm_id === null ? 'all' : await firms(database).idsFrom(firm_id), tank: null }
    },
  })
}
