import type { DisplayLinkInput, NewDisplayLink } from '@dalyan/contracts/display-links'
import type { Basics } from '../../basics.ts'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import type { UserActor } from '../../core/http/actor.ts'
import type { AuthenticateDisplay } from '../../core/http/signed-in.ts'
import { createUnknownTokens } from '../../core/http/unknown-tokens.ts'
import { hashOf, makeSecret, SECRET_PATTERN } from '../../core/secrets/random-secret.ts'
import type { firmsRepository } from '../firms/firms.repository.ts'
import { displayLinksRepository } from './display-links.repository.ts'

const USE_WRITTEN_EVERY_MS = 60_000

export interface DisplayLinkNeeds extends Pick<Basics, 'database' | 'clock' | 'audit'> {
  firms: typeof firmsRepository
  hasFirm: (on: Connection, id: number) => Promise<boolean>
  /** The page's address for users, without a trailing slash. */
  origin: () => string
}

/** The secret is part of this answer only. @throws 422 for an unknown firm */
export async function makeDisplayLink(
  { database, clock, audit, hasFirm, origin }: DisplayLinkNeeds,
  { name, firm_id }: DisplayLinkInput,
  actor: UserActor,
): Promise<NewDisplayLink> {
  const { secret, hash } = makeSecret()
  const id = await database.transact(async (on) => {
    if (firm_id !== null && !(await hasFirm(on, firm_id))) throw invalidField('firm_id', 'unknown_firm')
    const link = { name, firm_id, hash, created_at: instantAt(clock.now()) }
    const made = await displayLinksRepository(on).insert(link)
    const target = { kind: 'display_link' as const, id: made, name }
    await audit(on, actor, { event: 'display_link_created', target, after: { name, firm_id } })
    return made
  })
  return { id, url: `${origin()}/wall?v=display#${secret}` }
}

/** Requests with its secret are refused from now on. */
export async function removeDisplayLink(
  { database, audit }: DisplayLinkNeeds,
  id: number,
  actor: UserActor,
): Promise<void> {
  await database.transact(async (on) => {
    const before = await displayLinksRepository(on).remove(id)
    if (!before) throw notFound()
    const target = { kind: 'display_link' as const, id, name: before.name }
    await audit(on, actor, { event: 'display_link_deleted', target, before })
  })
}

/** Reads the secret of a display link: what its screen may see, now. */
export function authenticatesDisplays({ database, clock, firms }: DisplayLinkNeeds): AuthenticateDisplay {
  return createUnknownTokens({
    clock,
    hashOf: (secret) => (SECRET_PATTERN.test(secret) ? hashOf(secret) : null),
    findHashes: displayLinksRepository(database).findHashes,
    async authenticate(secret) {
      const links = displayLinksRepository(database)
      const link = await links.findByHash(hashOf(secret))
      if (!link) return null
      const now = clock.now()
      if (link.last_used_at === null || now >= Date.parse(link.last_used_at) + USE_WRITTEN_EVERY_MS)
        await links.touch(link.id, instantAt(now))
      return { link_id: link.id, firms: link.firm_id === null ? 'all' : await firms(database).idsFrom(link.firm_id) }
    },
  })
}
