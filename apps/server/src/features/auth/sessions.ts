import type { Instant } from '@dalyan/contracts/instant'
import type { AuditTarget } from '@dalyan/contracts/logs'
import { isRoleName, ROLE_PERMISSIONS, type Permission } from '@dalyan/contracts/permissions'
import type { Session } from '@dalyan/contracts/sessions'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import { notFound } from '../../core/errors.ts'
import type { Actor } from '../../core/http/actor.ts'
import type { Authenticate, FirmScope } from '../../core/http/signed-in.ts'
import type { AppEvents } from '../../events.ts'
import type { firmsRepository } from '../firms/firms.repository.ts'
import { browserName } from './browser-name.rules.ts'
import { knownBrowsersRepository } from './known-browsers.repository.ts'
import { isSameHash, makeSecret, parseToken, tokenText } from './session-token.ts'
import type { tokensRepository } from './tokens.repository.ts'

const IDLE_MS = 12 * 3_600_000
const LIFE_MS = 30 * 86_400_000
const USE_WRITTEN_EVERY_MS = 60_000
const SESSIONS_PER_USER = 20

interface Needs {
  database: Database
  clock: Clock
  events: AppEvents
  tokens: typeof tokensRepository
  firms: typeof firmsRepository
}

/** Origin of a session. */
export interface Caller {
  address: string
  agent: string | null
}

/** The actor for the audit log; `user` null: not signed in. */
export function actorAt({ address, agent }: Caller, user: { id: number; name: string } | null): Actor {
  return { id: user?.id ?? null, name: user?.name ?? '', address, browser: agent }
}

/** The account as target of an audit log entry. */
export function accountOf({ id, name }: { id: number; name: string }): AuditTarget {
  return { kind: 'user', id, name }
}

export interface Sessions {
  authenticate: Authenticate
  /** Authenticates without counting as use: sockets are checked again periodically. */
  recheck: Authenticate
  /** Opens a session inside the caller's transaction; `ended` are the older sessions that it replaced. */
  open(on: Connection, userId: number, caller: Caller, keep?: number): Promise<{ token: string; ended: number[] }>
  /**
   * Ends all of a user's sessions and forgets all known browsers inside the caller's transaction; announce the returned
   * ids after the commit.
   */
  endAll(on: Connection, userId: number): Promise<number[]>
  announceEnded(ids: readonly number[]): void
  /** @param also runs in the same transaction. */
  end(tokenId: number, also?: (on: Connection) => Promise<void>): Promise<void>
  /** A user's sessions that have not expired; `currentId` is the caller's session. */
  listOf(userId: number, currentId: number): Promise<Session[]>
  /** Ends one session of the user inside the caller's transaction. @throws 404 when it belongs to another user. */
  endOne(on: Connection, userId: number, id: number): Promise<Caller>
  /** Ends all of a user's sessions except one. The caller announces them as for `endAll`. */
  endOthers(on: Connection, userId: number, keptId: number): Promise<number[]>
  /** Deletes expired sessions; call it periodically. @param before is called with the sessions that are about to end. */
  sweep(before?: (tokenIds: readonly number[]) => Promise<void>): Promise<void>
}

/** The life of tokens (docs/behaviour/sessions.md): 12 h after the last use, 30 days after creation, or until logout. */
export function createSessions({ database, clock, events, tokens, firms }: Needs): Sessions {
  async function scopeOf(isAdmin: boolean, firmId: number | null): Promise<FirmScope> {
    if (isAdmin) return 'all'
    return firmId === null ? [] : firms(database).idsFrom(firmId)
  }

  function announceEnded(ids: readonly number[]): void {
    if (ids.length > 0) events.emit('session.ended', { token_ids: [...ids] })
  }

  /** A session last used, or created, at or before these instants has expired. */
  function oldest(): [usedBefore: Instant, madeBefore: Instant] {
    return [instantAt(clock.now() - IDLE_MS), instantAt(clock.now() - LIFE_MS)]
  }

  async function signedIn(text: string, countsAsUse: boolean) {
    const given = parseToken(text)
    const token = given && (await tokens(database).findById(given.id))
    if (!given || !token || !isSameHash(token.hash, given.hash)) return null
    const now = clock.now()
    const usedMs = Date.parse(token.last_used_at)
    if (now >= usedMs + IDLE_MS || now >= Date.parse(token.created_at) + LIFE_MS) return null
    if (countsAsUse && now >= usedMs + USE_WRITTEN_EVERY_MS) await tokens(database).touch(token.id, instantAt(now))
    const roles = token.roles.filter(isRoleName)
    const caller = { id: token.user_id, name: token.name, token_id: token.id, firm_id: token.firm_id }
    if (token.password_temporary)
      return { ...caller, must_change_password: true, permissions: new Set<Permission>(), firms: [] }
    return {
      ...caller,
      must_change_password: false,
      permissions: new Set<Permission>(roles.flatMap((role) => ROLE_PERMISSIONS[role])),
      firms: await scopeOf(roles.includes('admin'), token.firm_id),
    }
  }

  return {
    authenticate: (text) => signedIn(text, true),
    recheck: (text) => signedIn(text, false),

    async open(on, userId, caller, keep = SESSIONS_PER_USER - 1) {
      const ended = await tokens(on).removeOldest(userId, keep)
      const { secret, hash } = makeSecret()
      const id = await tokens(on).insert({ user_id: userId, hash, ...caller, created_at: instantAt(clock.now()) })
      return { token: tokenText(id, secret), ended }
    },

    async endAll(on, userId) {
      await knownBrowsersRepository(on).forgetAll(userId)
      return tokens(on).removeOldest(userId, 0)
    },

    announceEnded,

    async end(tokenId, also) {
      await database.transact(async (on) => {
        await tokens(on).remove(tokenId)
        await also?.(on)
      })
      announceEnded([tokenId])
    },

    async listOf(userId, currentId) {
      const rows = await tokens(database).listOf(userId, ...oldest())
      return rows.map(({ agent, ...row }) => ({ ...row, browser: browserName(agent), current: row.id === currentId }))
    },

    async endOne(on, userId, id) {
      const ended = await tokens(on).removeOf(userId, id)
      if (!ended) throw notFound()
      return { address: ended.address ?? '', agent: ended.agent }
    },

    endOthers: (on, userId, keptId) => tokens(on).removeOthers(userId, keptId),

    async sweep(before) {
      const expired = await tokens(database).findExpired(...oldest())
      if (expired.length === 0) return
      await before?.(expired)
      await tokens(database).removeMany(expired)
      announceEnded(expired)
    },
  }
}
