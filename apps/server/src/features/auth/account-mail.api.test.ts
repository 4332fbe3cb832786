import { authApi } from '@dalyan/contracts/auth'
import { settingsApi } from '@dalyan/contracts/settings'
import { usersApi } from '@dalyan/contracts/users'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailText } from '../../../tests/mail-text.ts'
import { userWith, type TestUser } from '../../../tests/test-users.ts'
import { openSmtpServer, type SmtpServer } from '../../../tests/smtp-server.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { settingsRepository } from '../settings/settings.repository.ts'

const PASSWORD = 'mavi kayık 12'
const NEW_PASSWORD = 'yeni bir şifre 9'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const passwords = (password: string) => ({ password, password_confirmation: password })

let kit: TestApp
let smtp: SmtpServer
let logged = ''
beforeAll(async () => {
  smtp = await openSmtpServer()
  const settings = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Dalyan <dalyan@ciftlik.test>',
    BASE_URL: 'https://dalyan.example',
  }
  kit = await startTestApp(settings, (line) => void (logged += line))
  await kit.app.listen()
})
afterAll(async () => {
  await kit.close()
  await smtp.close()
})
// The rate limits used up by earlier tests expire.
beforeEach(() => kit.clock.advance(HOUR))

let made = 0
async function account(wish: { password_temporary?: boolean } = {}): Promise<{ id: number; email: string }> {
  const email = `kisi-${(made += 1)}@dalyan.test`
  const body = { name: 'Biri', email, roles: ['customer' as const], ...passwords(PASSWORD), ...wish }
  const { body: user } = await kit.as.admin.post(usersApi.create, { body })
  return { id: user.id, email }
}
const login = (email: string, password: string) => kit.as.visitor.post(authApi.login, { body: { email, password } })
async function session(email: string): Promise<TestUser> {
  return userWith(kit.app.server, 0, (await login(email, PASSWORD)).body.token)
}
const ask = (email: string, language = 'tr') =>
  kit.as.visitor.post(authApi.forgotPassword, { body: { email }, headers: { 'accept-language': language } })
const check = (token: string) => kit.as.visitor.post(authApi.checkPasswordReset, { body: { token } })
const reset = (token: string, given = passwords(NEW_PASSWORD)) =>
  kit.as.visitor.post(authApi.resetPassword, { body: { token, ...given } })
const confirm = (token: string) => kit.as.visitor.post(authApi.confirmEmail, { body: { token } })
const OVER = { status: 404, body: { code: 'link_over' } }

/** The next email, to any recipient. */
async function nextMail() {
  await expect.poll(() => smtp.mails.length).toBeGreaterThan(0)
  const [mail] = smtp.mails.splice(0, 1)
  const text = mailText(mail?.source ?? '')
  const [, page = '', token = ''] = /https:\/\/dalyan\.example(\/[a-z-]+)#([\w-]+)/.exec(text) ?? []
  return { ...mail, source: mail?.source ?? '', text, page, token }
}
async function linkFor(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(200)
  return (await nextMail()).token
}
/** All rows of the queue, waiting and settled, as text. */
async function requests(): Promise<string> {
  const { rows } = await kit.database.query('select * from account_emails order by id')
  return rows.map((row) => JSON.stringify(row)).join('\n')
}

test('the settings say that the server can send email', async () => {
  expect((await kit.as.visitor.get(settingsApi.mail)).body).toEqual({ enabled: true })
})

describe('a forgotten password', () => {
  test('is set anew once by the link in the email; every session ends, and a temporary password counts as changed', async () => {
    const { id, email } = await account({ password_temporary: true })
    const own = await session(email)
    const elsewhere = await session(email)
    expect(await ask(email.toUpperCase())).toMatchObject({ status: 200, body: { link_minutes: 60 } })
    const { from, to, text, page, token, source } = await nextMail()
    expect({ from, to, page }).toEqual({ from: 'dalyan@ciftlik.test', to: [email], page: '/reset-password' })
    expect(source).toMatch(/^Content-Type: multipart\/alternative/m)
    expect(text).toContain('Yeni şifre belirle')
    expect(text).toContain('60 dakika')
    expect(text).toContain('<html lang="tr">')
    expect(token).toHaveLength(43)

    expect(await check(token)).toMatchObject({ status: 200, body: { email } })
    expect(await reset(token, passwords('kısa'))).toMatchObject({
      status: 422,
      body: { errors: { password: ['En az 8 karakter olmalı.'] } },
    })
    expect(
      Object.keys((await reset(token, { password: NEW_PASSWORD, password_confirmation: 'x' })).body.errors ?? {}),
    ).toEqual(['password_confirmation'])
    expect(await reset(token, passwords(PASSWORD))).toMatchObject({ status: 422, body: { code: 'password_unchanged' } })
    kit.emitted()
    expect(await reset(token)).toMatchObject({ status: 200, body: { email } })
    const ended = [own, elsewhere].map((caller) => Number(caller.token.split('|')[0]))
    expect(kit.emitted()).toEqual([{ name: 'session.ended', data: { token_ids: expect.arrayContaining(ended) } }])
    expect((await own.get(authApi.me)).status).toBe(401)
    expect((await elsewhere.get(authApi.me)).status).toBe(401)
    expect((await login(email, PASSWORD)).status).toBe(401)
    const { body } = await login(email, NEW_PASSWORD)
    expect(body.user).toMatchObject({ id, must_change_password: false })
    // The link proves that the user owns the mailbox.
    expect(body.user.email_confirmed_at).not.toBeNull()

    expect(await check(token)).toMatchObject(OVER)
    expect(await reset(token)).toMatchObject(OVER)
  })

  test('is set by one of two simultaneous requests with the same link', async () => {
    const { email } = await account()
    const token = await linkFor(email)
    const replies = await Promise.all([reset(token), reset(token, passwords('başka bir şifre 7'))])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404])
  })

  test("is answered by an email in the caller's language", async () => {
    const { email } = await account()
    await ask(email, 'en-GB')
    expect((await nextMail()).text).toContain('Set a new password')
  })

  test('is requested with the same response and the same work whether or not the account exists', async () => {
    const { email } = await account()
    const before = (await requests()).split('\n').length
    const unknown = await ask('nobody@dalyan.test')
    const known = await ask(email)
    const { date, 'content-length': length, ...others } = known.headers
    // The rate limit's remaining calls count down with each request.
    const headers = Object.fromEntries(Object.entries(others).filter(([name]) => !name.startsWith('x-ratelimit-')))
    expect(unknown.headers).toMatchObject({ ...headers, 'content-length': length })
    expect(date).toBeDefined()
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    // Both requests add one row; only the queue looks up the account.
    expect((await requests()).split('\n')).toHaveLength(before + 2)
    expect((await nextMail()).to).toEqual([email])
    expect(smtp.mails).toEqual([])
  })

  test('exposes its token only in the email', async () => {
    const { id, email } = await account()
    const token = await linkFor(email)
    const { rows } = await kit.database.query(
      'select mailed_links::text as text from mailed_links where user_id = $1',
      [id],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(await requests()).not.toContain(token)
    expect(logged).toContain('a mail about an account was sent')
    await reset(token)
    expect(logged).toContain('a password was reset by mail')
    expect(logged).not.toContain(token)
  })

  test('is not set by a link that is an hour old or superseded, or whose account changed', async () => {
    const { id, email } = await account()
    const first = await linkFor(email)
    kit.clock.advance(60 * MINUTE - 1)
    expect((await check(first)).status).toBe(200)
    kit.clock.advance(1)
    expect(await check(first)).toMatchObject(OVER)
    const second = await linkFor(email)
    const third = await linkFor(email)
    expect(await reset(second)).toMatchObject(OVER)
    await kit.as.admin.put(usersApi.update, { params: { id }, body: passwords('yöneticinin şifresi 4') })
    expect(await reset(third)).toMatchObject(OVER)
    const fourth = await linkFor(email)
    await kit.as.admin.put(usersApi.update, { params: { id }, body: { email: `yeni-${email}` } })
    expect(await reset(fourth)).toMatchObject(OVER)
    for (const forged of ['', 'x', 'A'.repeat(43), `${fourth} `]) expect(await check(forged)).toMatchObject(OVER)
  })

  test('requests from another address do not use up the account owner’s limit', async () => {
    const askFrom = async (remoteAddress: string) => {
      const payload = { email: 'sahibi@x.test' }
      return (await kit.app.server.inject({ method: 'POST', url: '/api/forgot-password', payload, remoteAddress }))
        .statusCode
    }
    for (let n = 1; n <= 6; n += 1) expect(await askFrom('198.51.100.7')).toBe(n <= 3 ? 200 : 429)
    for (let n = 1; n <= 4; n += 1) expect(await askFrom(`2001:db8:5:6::${n}`)).toBe(n <= 3 ? 200 : 429)
    expect(await askFrom('203.0.113.5')).toBe(200)
  })

  test('can be requested three times an hour for an email from one address', async () => {
    const statuses = async (...emails: string[]) => {
      const replies = []
      for (const email of emails) replies.push(await ask(email))
      return replies
    }
    const one = await statuses('a@x.test', 'A@X.test', 'a@x.test', 'a@x.test')
    expect(one.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(Number(one[3]?.headers['retry-after'])).toBeGreaterThan(3500)
    const many = await statuses(...Array.from({ length: 28 }, (_, n) => `b-${n}@x.test`))
    expect(many.map(({ status }) => status)).toEqual([...Array<number>(27).fill(200), 429])
    kit.clock.advance(HOUR)
    expect((await ask('a@x.test')).status).toBe(200)
    expect((await ask('no address')).status).toBe(422)
  })

  test('is emailed once the mail server is back', async () => {
    const { email } = await account()
    smtp.accept(false)
    expect((await ask(email)).status).toBe(200)
    await expect.poll(() => logged).toContain('could not be sent')
    smtp.accept(true)
    kit.clock.advance(1_000)
    expect((await nextMail()).to).toEqual([email])
  })
})

describe('an email address', () => {
  async function registered(language = 'tr') {
    await settingsRepository(kit.database).set('self_signup', true)
    const email = `yeni-${(made += 1)}@dalyan.test`
    const { body } = await kit.as.visitor.post(authApi.register, {
      body: { name: 'https://evil.example', email, ...passwords(PASSWORD) },
      headers: { 'accept-language': language },
    })
    const caller = userWith(kit.app.server, body.user.id, body.token)
    return { email, caller, user: body.user, me: async () => (await caller.get(authApi.me)).body }
  }

  test('that a visitor registers with is confirmed by the button behind the emailed link, within a day', async () => {
    const { email, user, me } = await registered('en')
    expect(user).toMatchObject({ email_confirmed_at: null, email_trusted: false })
    const { to, text, page, token } = await nextMail()
    expect({ to, page }).toEqual({ to: [email], page: '/confirm-email' })
    expect(text).toContain('Confirm my address')
    // A visitor must not choose the language of an email to another user's address.
    expect(text).not.toContain('evil.example')
    kit.clock.advance(11 * HOUR)
    expect(await confirm(token)).toMatchObject({ status: 200, body: { email } })
    const confirmed = await me()
    expect(confirmed.email_trusted).toBe(true)
    expect(confirmed.email_confirmed_at).not.toBeNull()
    // Confirming a second time has the same result.
    expect((await confirm(token)).status).toBe(200)
    expect((await me()).email_confirmed_at).toBe(confirmed.email_confirmed_at)
    kit.clock.advance(13 * HOUR)
    expect(await confirm(token)).toMatchObject(OVER)
    expect(await confirm('A'.repeat(43))).toMatchObject(OVER)
  })

  test('can be sent a new link from the profile three times an hour until it is confirmed', async () => {
    const { caller, email } = await registered()
    const first = await nextMail()
    expect(await caller.post(authApi.askEmailConfirmation)).toMatchObject({ status: 200, body: { email } })
    const second = await nextMail()
    expect(await confirm(first.token)).toMatchObject(OVER)
    await caller.post(authApi.askEmailConfirmation)
    await caller.post(authApi.askEmailConfirmation)
    expect((await caller.post(authApi.askEmailConfirmation)).status).toBe(429)
    await nextMail()
    kit.clock.advance(HOUR)
    const { token } = await linkAgain(caller)
    expect(second.token).not.toBe(token)
    expect((await confirm(token)).status).toBe(200)
    expect(await caller.post(authApi.askEmailConfirmation)).toMatchObject({
      status: 409,
      body: { code: 'email_already_confirmed' },
    })
  })

  test('changed by an administrator is unconfirmed but trusted', async () => {
    const { caller, email, me } = await registered()
    const { token } = await nextMail()
    expect((await confirm(token)).status).toBe(200)
    const params = { id: caller.id }
    await kit.as.admin.put(usersApi.update, { params, body: { name: 'Başka Ad', email: email.toUpperCase() } })
    expect((await me()).email_confirmed_at).not.toBeNull()
    await kit.as.admin.put(usersApi.update, { params, body: { email: `baska-${email}` } })
    expect(await me()).toMatchObject({ email_confirmed_at: null, email_trusted: true })
    expect(await confirm(token)).toMatchObject(OVER)
  })

  test('that belongs to an account cannot be registered again', async () => {
    const { email } = await account()
    const body = { name: 'Biri', email, ...passwords(PASSWORD) }
    await settingsRepository(kit.database).set('self_signup', true)
    expect(await kit.as.visitor.post(authApi.register, { body })).toMatchObject({
      status: 409,
      body: { errors: { email: ['Bu e-posta adresi kullanılıyor.'] } },
    })
    expect(smtp.mails).toEqual([])
  })

  async function linkAgain(caller: TestUser) {
    smtp.mails.splice(0)
    await caller.post(authApi.askEmailConfirmation)
    return nextMail()
  }
})
