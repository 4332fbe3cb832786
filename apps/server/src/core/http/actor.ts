import type { FastifyRequest } from 'fastify'
import type { SignedIn } from './signed-in.ts'

const LONGEST_BROWSER = 200

/** Where a request came from. */
export interface Origin {
  /** IP address; null for what the product does by itself. */
  address: string | null
  /** The browser's own description, at most 200 characters. */
  browser: string | null
}

/** Who does something, and from where; without an id nobody is signed in. */
export interface Actor extends Origin {
  id: number | null
  name: string
}

/** A signed-in user who does something. */
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
