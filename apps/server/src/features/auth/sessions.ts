import type { AuditTarget } from '@dalyan/contracts/logs'
import { isRoleName, ROLE_PERMISSIONS, type Permission } from '@dalyan/contracts/permissions'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Connection, Database } from '../../core/database/database.ts'
import type { Actor } from '../../core/http/actor.ts'
import type { Authenticate, FirmScope } from '../../core/http/signed-in.ts'
import type { AppEvents } from '../../events.ts'
import type { firmsRepository } from '../firms/firms.repository.ts'
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
  firms: Pick<typeof firmsRepository, 'idsFrom'>
}

/** Where a session began. */
export interface Caller {
  address: string
  agent: string | null
}

/** Who acts, for the audit log; null: nobody is signed in. */
export function actorAt({ address, agent }: Caller, user: { id: number; name: string } | null): Actor {
  return { id: user?.id ?? null, name: user?.name ?? '', address, browser: agent }
}

/** The account that an entry of the audit log is about. */
export function accountOf({ id, name }: { id: number; name: string }): AuditTarget {
  return { kind: 'user', id, name }
}

export interface Sessions {
  authenticate: Authenticate
  /** The same without counting as use: for sockets that are looked at again. */
  recheck: Authenticate
  /** Opens a session inside the caller's transaction; `ended` are older ones that had to make room. */
  open(on: Connection, userId: number, caller: Caller, keep?: number): Promise<{ token: string; ended: number[] }>
  /** Ends all of a user's sessions inside the caller's transaction; announce the returned ones after the commit. */
  endAll(on: Connection, userId: number): Promise<number[]>
  announceEnded(ids: readonly number[]): void
  /** @param also what belongs into the same transaction. */
  end(tokenId: number, also?: (on: Connection) => Promise<void>): Promise<void>
  /** Forgets what expired; run it now and then. */
  sweep(): Promise<void>
}

/** Tokens from their making to their end (decisions §3): 12 h after the last use, 30 days after the making, at logout. */
export function createSessions({ database, clock, events, tokens, firms }: Needs): Sessions {
  async function scopeOf(isAdmin: boolean, firmId: number | null): Promise<FirmScope> {
    if (isAdmin) return 'all'
    return firmId === null ? [] : firms.idsFrom(database, firmId)
  }

  function announceEnded(ids: readonly number[]): void {
    if (ids.length > 0) events.emit('session.ended', { token_ids: [...ids] })
  }

  async function signedIn(text: string, countsAsUse: boolean) {
    const given = parseToken(text)
    const token = given && (await tokens.findById(database, given.id))
    if (!given || !token || !isSameHash(token.hash, given.hash)) return null
    const now = clock.now()
    const usedMs = Date.parse(token.last_used_at)
    if (now >= usedMs + IDLE_MS || now >= Date.parse(token.created_at) + LIFE_MS) return null
    if (countsAsUse && now >= usedMs + USE_WRITTEN_EVERY_MS) await tokens.touch(database, token.id, instantAt(now))
    const roles = token.roles.filter(isRoleName)
    const person = { id: token.user_id, name: token.name, token_id: token.id, firm_id: token.firm_id }
    if (token.password_temporary)
      return { ...person, must_change_password: true, permissions: new Set<Permission>(), firms: [] }
    return {
      ...person,
      must_change_password: false,
      permissions: new Set<Permission>(roles.flatMap((role) => ROLE_PERMISSIONS[role])),
      firms: await scopeOf(roles.includes('admin'), token.firm_id),
    }
  }

  return {
    authenticate: (text) => signedIn(text, true),
    recheck: (text) => signedIn(text, false),

    async open(on, userId, caller, keep = SESSIONS_PER_USER - 1) {
      const ended = await tokens.removeOldest(on, userId, keep)
      const { secret, hash } = makeSecret()
      const id = await tokens.insert(on, { user_id: userId, hash, ...caller, created_at: instantAt(clock.now()) })
      return { token: tokenText(id, secret), ended }
    },

    endAll: (on, userId) => tokens.removeOldest(on, userId, 0),

    announceEnded,

    async end(tokenId, also) {
      await database.transact(async (on) => {
        await tokens.remove(on, tokenId)
        await also?.(on)
      })
      announceEnded([tokenId])
    },

    async sweep() {
      const now = clock.now()
      announceEnded(await tokens.removeExpired(database, instantAt(now - IDLE_MS), instantAt(now - LIFE_MS)))
    },
  }
}
