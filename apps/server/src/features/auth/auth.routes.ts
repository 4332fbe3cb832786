import { authApi, REGISTERED, sessionsApi } from '@dalyan/contracts/auth'
import { passkeysApi } from '@dalyan/contracts/passkeys'
import type { Language } from '@dalyan/contracts/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf, originOf } from '../../core/http/actor.ts'
import { languageOf } from '../../core/http/language.ts'
import { AppError } from '../../core/errors.ts'
import { serve } from '../../core/http/serve.ts'
import type { AuthService } from './auth.service.ts'
import { checkCsrf, markOf, setCsrfCookie, setMark } from './cookies.ts'
import type { MailedLinks } from './mailed-links.service.ts'
import type { Passkeys, Site } from './passkeys.service.ts'
import type { Sessions } from './sessions.ts'

interface Needs {
  auth: AuthService
  mailedLinks: MailedLinks
  passkeys: Passkeys
  sessions: Sessions
  /** The product's address from outside. */
  baseUrl: string | undefined
}

export function serveAuth(server: FastifyInstance, { auth, mailedLinks, passkeys, sessions, baseUrl }: Needs): void {
  serve(server, authApi.csrfCookie, 'public', async ({ request, reply }) => setCsrfCookie(request, reply))
  serve(server, authApi.login, 'public', async ({ body, request, reply }) => {
    checkCsrf(request)
    const { mark, ...signedIn } = await auth.login(body, originOf(request), markOf(request))
    setMark(request, reply, mark)
    return signedIn
  })
  serve(server, authApi.register, 'public', async ({ body, request, reply }) => {
    checkCsrf(request)
    const language = languageWished(request)
    const { mark, ...signedIn } = await auth.register(body, originOf(request), language, markOf(request))
    setMark(request, reply, mark)
    return { ...signedIn, message: REGISTERED[languageOf(request.headers)] }
  })
  serve(server, authApi.logout, 'session', async ({ user, request, reply }) => {
    await sessions.signOut(user.token_id, actorOf(user, request))
    // Also clears pages in the browser's back-forward cache. Not "storage": the theme and the idle lock belong to the
    // browser and stay.
    void reply.header('clear-site-data', '"cache"')
  })
  serve(server, sessionsApi.list, 'signed_in', async ({ user }) => ({
    data: await sessions.listOf(user.id, user.token_id),
  }))
  serve(server, sessionsApi.end, 'signed_in', ({ user, params, request }) =>
    sessions.endOne(params.id, actorOf(user, request)),
  )
  serve(server, sessionsApi.endOthers, 'signed_in', ({ user, request }) =>
    sessions.endOthers(user.token_id, actorOf(user, request)),
  )
  serve(server, authApi.me, 'session', ({ user }) => auth.me(user.id))
  serve(server, authApi.changePassword, 'session', ({ user, body, request }) =>
    auth.changePassword(user.id, body, originOf(request), markOf(request)),
  )
  serve(server, authApi.updateTheme, 'signed_in', ({ user, body }) => auth.updateTheme(user.id, body.theme))
  serve(server, authApi.updateLocale, 'signed_in', ({ user, body }) => auth.updateLocale(user.id, body.locale))

  serve(server, passkeysApi.list, 'signed_in', ({ user }) => passkeys.list(user.id))
  serve(server, passkeysApi.begin, 'signed_in', ({ user, request }) =>
    passkeys.begin(user.id, siteOf(request, baseUrl)),
  )
  serve(server, passkeysApi.create, 'signed_in', ({ user, body, request }) =>
    passkeys.create(user.id, body, siteOf(request, baseUrl), originOf(request)),
  )
  serve(server, passkeysApi.remove, 'signed_in', ({ params, actor }) => passkeys.remove(params.id, actor))
  serve(server, passkeysApi.beginLogin, 'public', ({ request }) => passkeys.beginLogin(siteOf(request, baseUrl)))
  serve(server, passkeysApi.login, 'public', async ({ body, request, reply }) => {
    checkCsrf(request)
    const site = siteOf(request, baseUrl)
    const { mark, ...signedIn } = await passkeys.login(body, site, originOf(request), markOf(request))
    setMark(request, reply, mark)
    return signedIn
  })

  serve(server, authApi.forgotPassword, 'public', ({ body, request }) =>
    mailedLinks.askReset(body.email, originOf(request), languageWished(request)),
  )
  // The token in the email authorizes the call: its owner needs no session.
  serve(server, authApi.checkPasswordReset, 'public', ({ body }) => mailedLinks.checkReset(body.token))
  serve(server, authApi.resetPassword, 'public', async ({ body, request, reply }) => {
    const { email, mark } = await mailedLinks.reset(body, originOf(request))
    setMark(request, reply, mark)
    return { email }
  })
  serve(server, authApi.askEmailConfirmation, 'signed_in', ({ user, request }) =>
    mailedLinks.askConfirmation(user.id, languageWished(request)),
  )
  serve(server, authApi.confirmEmail, 'public', ({ body, request }) =>
    mailedLinks.confirm(body.token, originOf(request)),
  )
}

/** The language for an email; null when the caller states none. */
function languageWished({ headers }: FastifyRequest): Language | null {
  return headers['accept-language'] === undefined ? null : languageOf(headers)
}

/** The configured address, else the one that the browser called. A browser uses a passkey only at the address that it was made for. */
function siteOf({ protocol, host }: FastifyRequest, baseUrl: string | undefined): Site {
  const site = URL.parse(baseUrl ?? `${protocol}://${host}`)
  if (!site) throw new AppError(400, 'unreadable_request')
  return site
}
