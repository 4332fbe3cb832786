import type { Instant } from '@dalyan/contracts/instant'
import type { AuditTarget } from '@dalyan/contracts/logs'
import { isRoleName, ROLE_PERMISSIONS, type Permission } from '@dalyan/contracts/permissions'
import type { Session } from '@dalyan/contracts/auth'
import { instantAt } from '../../core/clock.ts'
import type { Connection } from '../../core/database/database.ts'
import type { Actor, originOf, UserActor } from '../../core/http/actor.ts'
import type { FirmScope, SignedIn } from '../../core/http/signed-in.ts'
import type { NoteUse } from '../../core/http/use-times.ts'
import { requireFound } from '../../core/records.ts'
import { isSameHash, makeSecret } from '../../core/secrets/random-secret.ts'
import type { AuthNeeds } from './auth-needs.ts'
import { browserName } from './browser-name.rules.ts'
import { knownBrowsersRepository } from './known-browsers.repository.ts'
import { passkeysRepository } from './passkeys.repository.ts'
import { parseToken, tokenText } from './session-token.ts'
import { tokensRepository } from './tokens.repository.ts'

const IDLE_MS = 12 * 3_600_000
const LIFE_MS = 30 * 86_400_000
const SESSIONS_PER_USER = 20

/** Where a call comes from, which becomes the origin of its session. */
export type CallOrigin = ReturnType<typeof originOf>

/** The actor for the audit log; `user` null: not signed in. */
export function actorAt(caller: CallOrigin, user: { id: number; name: string } | null): Actor {
  return { id: user?.id ?? null, name: user?.name ?? '', ...caller }
}

/** The account as target of an audit log entry. */
export function accountOf({ id, name }: { id: number; name: string }): AuditTarget {
  return { kind: 'user', id, name }
}

// The life of tokens (docs/behaviour/sessions.md): 12 h after the last use, 30 days after creation, or until logout.

export function authenticate(needs: AuthNeeds, noteUse: NoteUse, text: string): Promise<SignedIn | null> {
  return signedIn(needs, text, noteUse)
}

/** Authenticates without counting as use: sockets are checked again periodically. */
export function recheckSession(needs: AuthNeeds, text: string): Promise<SignedIn | null> {
  return signedIn(needs, text)
}

/** Opens a session inside the caller's transaction; `ended` are the older sessions that it replaced. */
export async function openSession(
  { clock }: Pick<AuthNeeds, 'clock'>,
  on: Connection,
  userId: number,
  { address, browser }: CallOrigin,
  keep = SESSIONS_PER_USER - 1,
) {
  const ended = await tokensRepository(on).removeOldest(userId, keep)
  const { secret, hash } = makeSecret()
  const token = { user_id: userId, hash, address, agent: browser, created_at: instantAt(clock.now()) }
  const id = await tokensRepository(on).insert(token)
  return { token: tokenText(id, secret), ended }
}

/**
 * Ends all of a user's sessions, and forgets all known browsers and passkeys, inside the caller's transaction: who
 * had the account before a new password was set keeps no way into it. Announce the returned ids after the commit.
 */
export async function endAllSessions(on: Connection, userId: number): Promise<number[]> {
  await knownBrowsersRepository(on).forgetAll(userId)
  await passkeysRepository(on).removeAll(userId)
  return tokensRepository(on).removeOldest(userId, 0)
}

export function announceEnded({ events }: Pick<AuthNeeds, 'events'>, ids: readonly number[]): void {
  if (ids.length > 0) events.emit('session.ended', { token_ids: [...ids] })
}

/** Ends the caller's current session. */
export async function signOut(needs: AuthNeeds, tokenId: number, actor: UserActor): Promise<void> {
  await needs.database.transact(async (on) => {
    await tokensRepository(on).removeMany([tokenId])
    await needs.audit(on, actor, { event: 'signed_out', target: accountOf(actor) })
  })
  announceEnded(needs, [tokenId])
}

/** A user's sessions that have not expired; `currentId` is the caller's session. */
export async function listSessions(
  { database, clock }: AuthNeeds,
  userId: number,
  currentId: number,
): Promise<Session[]> {
  const rows = await tokensRepository(database).listOf(userId, ...oldest(clock.now()))
  return rows.map(({ agent, ...row }) => ({ ...row, browser: browserName(agent), current: row.id === currentId }))
}

/** Ends one of the caller's own sessions, possibly the current one. @throws 404 when it belongs to another user. */
export async function endSession(needs: AuthNeeds, id: number, actor: UserActor): Promise<void> {
  await needs.database.transact(async (on) => {
    const ended = requireFound(await tokensRepository(on).removeOf(actor.id, id))
    const before = { address: ended.address ?? '', browser: browserName(ended.agent) }
    await needs.audit(on, actor, { event: 'session_ended', target: accountOf(actor), before })
  })
  announceEnded(needs, [id])
}

/** Ends all of the caller's sessions except the current one. */
export async function endOtherSessions(needs: AuthNeeds, currentId: number, actor: UserActor): Promise<void> {
  const ended = await needs.database.transact(async (on) => {
    const ids = await tokensRepository(on).removeOthers(actor.id, currentId)
    const before = { sessions: ids.length }
    if (ids.length > 0) await needs.audit(on, actor, { event: 'session_ended', target: accountOf(actor), before })
    return ids
  })
  announceEnded(needs, ended)
}

/** Deletes expired sessions; call it periodically. @param before is called with the sessions that are about to end. */
export async function removeExpiredSessions(
  needs: AuthNeeds,
  before?: (tokenIds: readonly number[]) => Promise<void>,
): Promise<void> {
  const expired = await tokensRepository(needs.database).findExpired(...oldest(needs.clock.now()))
  if (expired.length === 0) return
  await before?.(expired)
  await tokensRepository(needs.database).removeMany(expired)
  announceEnded(needs, expired)
}

async function signedIn(needs: AuthNeeds, text: string, noteUse?: NoteUse): Promise<SignedIn | null> {
  const tokens = tokensRepository(needs.database)
  const given = parseToken(text)
  const token = given && (await tokens.findById(given.id))
  if (!given || !token || !isSameHash(token.hash, given.hash)) return null
  const now = needs.clock.now()
  const usedMs = Date.parse(token.last_used_at)
  if (now >= usedMs + IDLE_MS || now >= Date.parse(token.created_at) + LIFE_MS) return null
  noteUse?.(token.id, token.last_used_at)
  const roles = token.roles.filter(isRoleName)
  const caller = { id: token.user_id, name: token.name, token_id: token.id, firm_id: token.firm_id }
  if (token.password_temporary)
    return { ...caller, must_change_password: true, permissions: new Set<Permission>(), firms: [] }
  return {
    ...caller,
    must_change_password: false,
    permissions: new Set<Permission>(roles.flatMap((role) => ROLE_PERMISSIONS[role])),
    firms: await scopeOf(needs, roles.includes('admin'), token.firm_id),
  }
}

async function scopeOf({ database, firms }: AuthNeeds, isAdmin: boolean, firmId: number | null): Promise<FirmScope> {
  if (isAdmin) return 'all'
  return firmId === null ? [] : firms(database).idsFrom(firmId)
}

/** A session last used, or created, at or before these instants has expired. */
function oldest(now: number): [usedBefore: Instant, madeBefore: Instant] {
  return [instantAt(now - IDLE_MS), instantAt(now - LIFE_MS)]
}
