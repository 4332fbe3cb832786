import type { FastifyRequest } from 'fastify'
import type { SignedIn } from './signed-in.ts'

const LONGEST_BROWSER = 200

/** The origin of a request. */
export interface Origin {
  /** IP address; null for actions of the product itself. */
  address: string | null
  /** The browser's user agent, at most 200 characters. */
  browser: string | null
}

/** The actor of an action, and its origin; without an id no user is signed in. */
export interface Actor extends Origin {
  id: number | null
  name: string
}

/** A signed-in user as the actor. */
export interface UserActor extends Actor {
  id: number
}

/** The product itself. */
export const SYSTEM_ACTOR: Actor = { id: null, name: 'Dalyan', address: null, browser: null }

export function originOf(request: FastifyRequest): { address: string; browser: string | null } {
  return { address: request.ip, browser: request.headers['user-agent']?.slice(0, LONGEST_BROWSER) ?? null }
}

export function actorOf({ id, name }: Pick<SignedIn, 'id' | 'name'>, request: FastifyRequest): UserActor {
  return { id, name, ...originOf(request) }
}
