import type { FastifyReply, FastifyRequest } from 'fastify'

const COOKIE = 'dalyan-browser'
/** The database remembers a mark for the same time. */
export const MARK_LASTS_MS = 365 * 86_400_000

/** The mark of a browser that signed in before; null when it sends none. It authorizes nothing. */
export function markOf(request: FastifyRequest): string | null {
  const mark = request.cookies[COOKIE]
  return mark !== undefined && /^[\w-]{43}$/.test(mark) ? mark : null
}

/** Scripts cannot read the cookie, other sites do not send it, and only the API receives it. */
export function setMark(request: FastifyRequest, reply: FastifyReply, mark: string): void {
  void reply.setCookie(COOKIE, mark, {
    path: '/api',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: MARK_LASTS_MS / 1000,
  })
}
