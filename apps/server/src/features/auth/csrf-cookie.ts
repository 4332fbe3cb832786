import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'

const COOKIE = 'XSRF-TOKEN'

/** Gives the browser a value that a page of ours can read back, and a foreign one cannot. */
export function setCsrfCookie(request: FastifyRequest, reply: FastifyReply): void {
  void reply.setCookie(COOKIE, randomBytes(32).toString('base64url'), {
    path: '/',
    sameSite: 'lax',
    secure: request.protocol === 'https',
  })
}

/** Where the cookie came along, its value has to stand in `x-xsrf-token`; a caller without cookies has nothing to prove. @throws 419 */
export function checkCsrf(request: FastifyRequest): void {
  const cookie = request.cookies[COOKIE]
  if (cookie !== undefined && request.headers['x-xsrf-token'] !== cookie) throw new AppError(419, 'csrf_mismatch')
}
