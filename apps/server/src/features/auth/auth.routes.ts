import { authApi } from '@dalyan/contracts/auth'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../core/http/serve.ts'
import type { AuthService } from './auth.service.ts'
import { checkCsrf, setCsrfCookie } from './csrf-cookie.ts'
import type { Caller, Sessions } from './sessions.ts'

interface Needs {
  auth: AuthService
  sessions: Sessions
}

export function serveAuth(server: FastifyInstance, { auth, sessions }: Needs): void {
  serve(server, authApi.csrfCookie, 'public', async ({ request, reply }) => setCsrfCookie(request, reply))
  serve(server, authApi.login, 'public', ({ body, request }) => {
    checkCsrf(request)
    return auth.login(body, callerOf(request))
  })
  serve(server, authApi.register, 'public', ({ body, request }) => {
    checkCsrf(request)
    return auth.register(body, callerOf(request))
  })
  serve(server, authApi.logout, 'session', ({ user }) => sessions.end(user.token_id))
  serve(server, authApi.me, 'session', ({ user }) => auth.me(user.id))
  serve(server, authApi.changePassword, 'session', ({ user, body, request }) =>
    auth.changePassword(user.id, body, callerOf(request)),
  )
  serve(server, authApi.updateTheme, 'signed_in', ({ user, body }) => auth.updateTheme(user.id, body.theme))
  serve(server, authApi.updateLocale, 'signed_in', ({ user, body }) => auth.updateLocale(user.id, body.locale))
}

function callerOf(request: FastifyRequest): Caller {
  return { address: request.ip, agent: request.headers['user-agent']?.slice(0, 200) ?? null }
}
