import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'

const CSRF = 'XSRF-TOKEN'
const BROWSER_MARK = 'dalyan-browser'
/** The database remembers a mark for the same time. */
export const MARK_LASTS_MS = 365 * 86_400_000

/** Sets a value that our own pages can read and foreign pages cannot. */
export function setCsrfCookie(request: FastifyRequest, reply: FastifyReply): void {
  void reply.setCookie(CSRF, randomBytes(32).toString('base64url'), {
    path: '/',
    sameSite: 'lax',
    secure: request.protocol === 'https',
  })
}

/** A request with the cookie must repeat its value in `x-xsrf-token`; a request without cookies needs no proof. @throws 419 */
export function checkCsrf(request: FastifyRequest): void {
  const cookie = request.cookies[CSRF]
  if (cookie !== undefined && request.headers['x-xsrf-token'] !== cookie) throw new AppError(419, 'csrf_mismatch')
}

/** The mark of a browser that signed in before; null when it sends none. It authorizes nothing. */
export function markOf(request: FastifyRequest): string | null {
  const mark = request.cookies[BROWSER_MARK]
  return mark !== undefined && /^[\w-]{43}$/.test(mark) ? mark : null
}

/** Scripts cannot read the cookie, other sites do not send it, and only the API receives it. */
export function setMark(request: FastifyRequest, reply: FastifyReply, mark: string): void {
  void reply.setCookie(BROWSER_MARK, mark, {
    path: '/api',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: MARK_LASTS_MS / 1000,
  })
}
