import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'

const COOKIE = 'XSRF-TOKEN'

/** Sets a value that our own pages can read and foreign pages cannot. */
export function setCsrfCookie(request: FastifyRequest, reply: FastifyReply): void {
  void reply.setCookie(COOKIE, randomBytes(32).toString('base64url'), {
    path: '/',
    sameSite: 'lax',
    secure: request.protocol === 'https',
  })
}

/** A request with the cookie must repeat its value in `x-xsrf-token`; a request without cookies needs no proof. @throws 419 */
export function checkCsrf(request: FastifyRequest): void {
  const cookie = request.cookies[COOKIE]
  if (cookie !== undefined && request.headers['x-xsrf-token'] !== cookie) throw new AppError(419, 'csrf_mismatch')
}
