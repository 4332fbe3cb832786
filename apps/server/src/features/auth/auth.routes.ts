import { authApi, REGISTERED, sessionsApi } from '@dalyan/contracts/auth'
import { passkeysApi } from '@dalyan/contracts/passkeys'
import type { Language } from '@dalyan/contracts/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { originOf } from '../../core/http/actor.ts'
import { languageOf } from '../../core/http/language.ts'
import { AppError } from '../../core/errors.ts'
import { serve } from '../../core/http/serve.ts'
import type { AccountNeeds } from './auth-needs.ts'
import { changePassword, findOwnAccount, login, register, updateLocale, updateTheme } from './auth.service.ts'
import { checkCsrf, markOf, setCsrfCookie, setMark } from './cookies.ts'
import {
  askEmailConfirmation,
  askPasswordReset,
  checkPasswordReset,
  confirmEmail,
  resetPassword,
} from './mailed-links.service.ts'
import {
  beginPasskey,
  beginPasskeyLogin,
  createPasskey,
  listPasskeys,
  loginByPasskey,
  removePasskey,
  type Site,
} from './passkeys.service.ts'
import { endOtherSessions, endSession, listSessions, signOut } from './sessions.ts'

/** `baseUrl`: the product's address from outside. */
export function serveAuth(server: FastifyInstance, needs: AccountNeeds, baseUrl: string | undefined): void {
  serve(server, authApi.csrfCookie, 'public', async ({ request, reply }) => setCsrfCookie(request, reply))
  serve(server, authApi.login, 'public', async ({ body, request, reply }) => {
    checkCsrf(request)
    const { mark, ...signedIn } = await login(needs, body, originOf(request), markOf(request))
    setMark(request, reply, mark)
    return signedIn
  })
  serve(server, authApi.register, 'public', async ({ body, request, reply }) => {
    checkCsrf(request)
    const language = languageWished(request)
    const { mark, ...signedIn } = await register(needs, body, originOf(request), language, markOf(request))
    setMark(request, reply, mark)
    return { ...signedIn, message: REGISTERED[languageOf(request.headers)] }
  })
  serve(server, authApi.logout, 'session', async ({ user, actor, reply }) => {
    await signOut(needs, user.token_id, actor)
    // Also clears pages in the browser's back-forward cache. Not "storage": the theme and the idle lock belong to the
    // browser and stay.
    void reply.header('clear-site-data', '"cache"')
  })
  serve(server, sessionsApi.list, 'signed_in', async ({ user }) => ({
    data: await listSessions(needs, user.id, user.token_id),
  }))
  serve(server, sessionsApi.end, 'signed_in', ({ params, actor }) => endSession(needs, params.id, actor))
  serve(server, sessionsApi.endOthers, 'signed_in', ({ user, actor }) => endOtherSessions(needs, user.token_id, actor))
  serve(server, authApi.me, 'session', ({ user }) => findOwnAccount(needs, needs.database, user.id))
  serve(server, authApi.changePassword, 'session', ({ user, body, request }) =>
    changePassword(needs, user.id, body, originOf(request), markOf(request)),
  )
  serve(server, authApi.updateTheme, 'signed_in', ({ user, body }) => updateTheme(needs, user.id, body.theme))
  serve(server, authApi.updateLocale, 'signed_in', ({ user, body }) => updateLocale(needs, user.id, body.locale))

  serve(server, passkeysApi.list, 'signed_in', ({ user }) => listPasskeys(needs, user.id))
  serve(server, passkeysApi.begin, 'signed_in', ({ user, request }) =>
    beginPasskey(needs, user.id, siteOf(request, baseUrl)),
  )
  serve(server, passkeysApi.create, 'signed_in', ({ user, body, request }) =>
    createPasskey(needs, user.id, body, siteOf(request, baseUrl), originOf(request)),
  )
  serve(server, passkeysApi.remove, 'signed_in', ({ params, actor }) => removePasskey(needs, params.id, actor))
  serve(server, passkeysApi.beginLogin, 'public', ({ request }) => beginPasskeyLogin(needs, siteOf(request, baseUrl)))
  serve(server, passkeysApi.login, 'public', async ({ body, request, reply }) => {
    checkCsrf(request)
    const site = siteOf(request, baseUrl)
    const { mark, ...signedIn } = await loginByPasskey(needs, body, site, originOf(request), markOf(request))
    setMark(request, reply, mark)
    return signedIn
  })

  serve(server, authApi.forgotPassword, 'public', ({ body, request }) =>
    askPasswordReset(needs, body.email, originOf(request), languageWished(request)),
  )
  // The token in the email authorizes the call: its owner needs no session.
  serve(server, authApi.checkPasswordReset, 'public', ({ body }) => checkPasswordReset(needs, body.token))
  serve(server, authApi.resetPassword, 'public', async ({ body, request, reply }) => {
    const { email, mark } = await resetPassword(needs, body, originOf(request))
    setMark(request, reply, mark)
    return { email }
  })
  serve(server, authApi.askEmailConfirmation, 'signed_in', ({ user, request }) =>
    askEmailConfirmation(needs, user.id, languageWished(request)),
  )
  serve(server, authApi.confirmEmail, 'public', ({ body, request }) =>
    confirmEmail(needs, body.token, originOf(request)),
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
