import { authApi, REGISTERED } from '@dalyan/contracts/auth'
import { sessionsApi } from '@dalyan/contracts/sessions'
import type { Language } from '@dalyan/contracts/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf, originOf } from '../../core/http/actor.ts'
import { languageOf } from '../../core/http/language.ts'
import { serve } from '../../core/http/serve.ts'
import type { AuthService } from './auth.service.ts'
import { markOf, setMark } from './browser-mark.ts'
import { checkCsrf, setCsrfCookie } from './csrf-cookie.ts'
import type { EmailConfirmation } from './email-confirmation.service.ts'
import type { PasswordReset } from './password-reset.service.ts'
import type { Caller, Sessions } from './sessions.ts'

interface Needs {
  auth: AuthService
  passwordReset: PasswordReset
  emailConfirmation: EmailConfirmation
  sessions: Pick<Sessions, 'listOf'>
}

export function serveAuth(server: FastifyInstance, { auth, passwordReset, emailConfirmation, sessions }: Needs): void {
  serve(server, authApi.csrfCookie, 'public', async ({ request, reply }) => setCsrfCookie(request, reply))
  serve(server, authApi.login, 'public', async ({ body, request, reply }) => {
    checkCsrf(request)
    const { mark, ...signedIn } = await auth.login(body, callerOf(request), markOf(request))
    setMark(request, reply, mark)
    return signedIn
  })
  serve(server, authApi.register, 'public', async ({ body, request, reply }) => {
    checkCsrf(request)
    const language = languageWished(request)
    const { mark, ...signedIn } = await auth.register(body, callerOf(request), language, markOf(request))
    setMark(request, reply, mark)
    return { ...signedIn, message: REGISTERED[languageOf(request.headers)] }
  })
  serve(server, authApi.logout, 'session', async ({ user, request, reply }) => {
    await auth.signOut(user.token_id, actorOf(user, request))
    // Also clears pages in the browser's back-forward cache. Not "storage": the theme and the idle lock belong to the
    // browser and stay.
    void reply.header('clear-site-data', '"cache"')
  })
  serve(server, sessionsApi.list, 'signed_in', async ({ user }) => ({
    data: await sessions.listOf(user.id, user.token_id),
  }))
  serve(server, sessionsApi.end, 'signed_in', ({ user, params, request }) =>
    auth.endSession(params.id, actorOf(user, request)),
  )
  serve(server, sessionsApi.endOthers, 'signed_in', ({ user, request }) =>
    auth.endOtherSessions(user.token_id, actorOf(user, request)),
  )
  serve(server, authApi.me, 'session', ({ user }) => auth.me(user.id))
  serve(server, authApi.changePassword, 'session', ({ user, body, request }) =>
    auth.changePassword(user.id, body, callerOf(request), markOf(request)),
  )
  serve(server, authApi.updateTheme, 'signed_in', ({ user, body }) => auth.updateTheme(user.id, body.theme))
  serve(server, authApi.updateLocale, 'signed_in', ({ user, body }) => auth.updateLocale(user.id, body.locale))

  serve(server, authApi.forgotPassword, 'public', ({ body, request }) =>
    passwordReset.ask(body.email, callerOf(request), languageWished(request)),
  )
  // The token in the email authorizes the call: its owner needs no session.
  serve(server, authApi.checkPasswordReset, 'public', ({ body }) => passwordReset.check(body.token))
  serve(server, authApi.resetPassword, 'public', async ({ body, request, reply }) => {
    const { email, mark } = await passwordReset.reset(body, callerOf(request))
    setMark(request, reply, mark)
    return { email }
  })
  serve(server, authApi.askEmailConfirmation, 'signed_in', ({ user, request }) =>
    emailConfirmation.ask(user.id, languageWished(request)),
  )
  serve(server, authApi.confirmEmail, 'public', ({ body, request }) =>
    emailConfirmation.confirm(body.token, callerOf(request)),
  )
}

/** The language for an email; null when the caller states none. */
function languageWished({ headers }: FastifyRequest): Language | null {
  return headers['accept-language'] === undefined ? null : languageOf(headers)
}

function callerOf(request: FastifyRequest): Caller {
  const { address, browser } = originOf(request)
  return { address, agent: browser }
}
