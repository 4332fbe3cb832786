import { authApi } from '@dalyan/contracts/auth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { expectRefused, userWith, type TestUser } from '../../../tests/test-users.ts'
import { settingsRepository } from '../settings/settings.repository.ts'

const EMAIL = 'first@dalyan.test'
const PASSWORD = 'ilk yönetici 7'
const HOUR = 3_600_000

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

const login = (email: string, password: string, headers: Record<string, string> = {}) =>
  kit.as.visitor.post(authApi.login, { body: { email, password }, headers })
const withToken = (token: string): TestUser => userWith(kit.app.server, 0, token)
async function signedIn(): Promise<TestUser> {
  return withToken((await login(EMAIL, PASSWORD)).body.token)
}
/** Advances the clock past the throttle's window. */
const later = () => kit.clock.advance(16 * 60_000)

describe('the first admin', () => {
  test('is created from the environment and its password is not printed', () => {
    expect(kit.app.firstAdmin).toEqual({ email: EMAIL, password: null })
  })
})

describe('POST /api/login', () => {
  test("responds with a token and the user with the user's roles", async () => {
    const reply = await login(` First@DALYAN.test `, PASSWORD)
    expect(reply).toMatchObject({
      status: 200,
      body: { user: { email: EMAIL, firm: null, roles: [{ name: 'admin' }] } },
    })
    expect(reply.body.token).toMatch(/^\d+\|[\w-]{43}$/)
    expect(JSON.stringify(reply.body)).not.toContain('argon2')
    expect(await withToken(reply.body.token).get(authApi.me)).toMatchObject({ status: 200, body: { email: EMAIL } })
  })

  test('stores no token in plain text', async () => {
    const { body } = await login(EMAIL, PASSWORD)
    const { rows } = await kit.database.query('select tokens::text as text from tokens')
    expect(JSON.stringify(rows)).not.toContain(body.token.split('|')[1])
  })

  test.each([
    ['a wrong password', EMAIL, 'yanlış şifre 1'],
    ['an unknown email', 'nobody@dalyan.test', PASSWORD],
    ['an email that matches only with other letters', 'fırst@dalyan.test', PASSWORD],
  ])('refuses %s with the same message', async (_title, email, password) => {
    expect(await login(email, password)).toMatchObject({
      status: 401,
      body: { code: 'wrong_credentials', message: 'E-posta veya şifre hatalı. Lütfen kontrol ediniz.' },
    })
    later()
  })

  test('refuses empty fields in the caller’s language', async () => {
    expect(await login('', '')).toMatchObject({
      status: 422,
      body: {
        message: 'Girilen bilgiler geçersiz.',
        errors: { email: ['E-posta gerekli'], password: ['Şifre gerekli'] },
      },
    })
    expect(await login('', 'x', { 'accept-language': 'en' })).toMatchObject({
      body: { errors: { email: ['E-mail is required'] } },
    })
  })

  test.each([
    ['an invalid email', 'a\u0000@dalyan.test', PASSWORD, 'email', 'Geçerli bir e-posta adresi girin.'],
    ['a password of 1025 characters', EMAIL, 'x'.repeat(1025), 'password', 'En çok 1024 karakter olmalı.'],
  ])('refuses %s at its field', async (_title, email, password, field, text) => {
    const { status, body } = await login(email, password)
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors: { [field]: [text] } })
  })

  test('refuses an address for a minute after five failures, even with the right password', async () => {
    later()
    const replies = await Promise.all(Array.from({ length: 8 }, () => login(EMAIL, 'yanlış şifre 1')))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const sixth = await login(EMAIL, PASSWORD)
    expect(sixth).toMatchObject({
      status: 429,
      body: { message: 'Çok fazla deneme yapıldı. Lütfen daha sonra tekrar deneyiniz.' },
    })
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
    kit.clock.advance(60_000)
    expect((await login(EMAIL, PASSWORD)).status).toBe(200)
  })

  test('a success clears the failures before it', async () => {
    // Failures of the last hour from any address delay the next sign-in (guessing.api.test.ts).
    kit.clock.advance(3_600_000)
    for (const password of ['yanlış 1', 'yanlış 2', 'yanlış 3', 'yanlış 4', PASSWORD, 'yanlış 5'])
      await login(EMAIL, password)
    expect((await login(EMAIL, PASSWORD)).status).toBe(200)
  })

  test('accepts many simultaneous sign-ins with the right password', async () => {
    later()
    const replies = await Promise.all(Array.from({ length: 12 }, () => login(EMAIL, PASSWORD)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  })

  test('an address may sign in without limit, but fail at most fifty times in 15 minutes', async () => {
    later()
    for (let count = 0; count < 55; count += 1) expect((await login(EMAIL, PASSWORD)).status).toBe(200)
    for (let count = 0; count < 50; count += 1) {
      expect((await login(`guess-${count}@dalyan.test`, PASSWORD)).status).toBe(401)
    }
    expect((await login('guess-51@dalyan.test', PASSWORD)).status).toBe(429)
    expect((await login(EMAIL, PASSWORD)).status).toBe(429)
    kit.clock.advance(15 * 60_000)
    expect((await login(EMAIL, PASSWORD)).status).toBe(200)
  })

  test('keeps only the twenty most recently used sessions', async () => {
    later()
    const first = await signedIn()
    for (let count = 0; count < 20; count += 1) {
      kit.clock.advance(1000)
      await signedIn()
    }
    expect((await first.get(authApi.me)).status).toBe(401)
    const { rows } = await kit.database.query(
      "select count(*)::int as n from tokens join users on users.id = user_id where email = 'first@dalyan.test'",
    )
    expect(rows).toEqual([{ n: 20 }])
  })
})

describe('/sanctum/csrf-cookie', () => {
  test('sets a cookie whose value the sign-in then requires in the header', async () => {
    later()
    const reply = await kit.as.visitor.get(authApi.csrfCookie)
    expect(reply.status).toBe(204)
    const value = /^XSRF-TOKEN=([^;]+)/.exec(String(reply.headers['set-cookie']))?.[1] ?? ''
    const cookie = `XSRF-TOKEN=${value}`
    expect((await login(EMAIL, PASSWORD, { cookie, 'x-xsrf-token': value })).status).toBe(200)
    expect(await login(EMAIL, PASSWORD, { cookie, 'x-xsrf-token': 'another' })).toMatchObject({
      status: 419,
      body: { code: 'csrf_mismatch' },
    })
    expect((await login(EMAIL, PASSWORD, { cookie })).status).toBe(419)
  })
})

describe('session tokens', () => {
  test('are read from all three headers, which must agree', async () => {
    const { token } = await signedIn()
    const ask = (headers: Record<string, string>) => kit.as.visitor.get(authApi.me, { headers })
    expect((await ask({ 'x-auth-token': token })).status).toBe(200)
    expect((await ask({ 'x-access-token': token })).status).toBe(200)
    expect((await ask({ authorization: `Bearer ${token}`, 'x-auth-token': `${token}x` })).status).toBe(401)
    expect((await ask({ cookie: `token=${token}` })).status).toBe(401)
  })

  test.each(['', 'nonsense', '1|short', `1|${'A'.repeat(43)}`, `2147483647|${'A'.repeat(43)}`])(
    '%j is not a valid token',
    async (token) => {
      expect((await kit.as.visitor.get(authApi.me, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
    },
  )

  /** Uses the session after this time and waits until the use is stored, which happens beside the call. */
  async function useAfter(ms: number, user: TestUser): Promise<void> {
    kit.clock.advance(ms)
    expect((await user.get(authApi.me)).status).toBe(200)
    const used = kit.database.db.selectFrom('tokens').where('id', '=', Number(user.token.split('|')[0]))
    await vi.waitFor(
      async () =>
        expect(Date.parse((await used.select('last_used_at').executeTakeFirstOrThrow()).last_used_at ?? '')).toBe(
          kit.clock.now(),
        ),
      { interval: 5 },
    )
  }

  test('expire twelve hours after their last use', async () => {
    const user = await signedIn()
    await useAfter(11 * HOUR, user)
    await useAfter(11 * HOUR, user)
    kit.clock.advance(12 * HOUR)
    expect((await user.get(authApi.me)).status).toBe(401)
  })

  test('expire thirty days after their creation, even in constant use', async () => {
    const user = await signedIn()
    for (let half = 0; half < 65; half += 1) await useAfter(11 * HOUR, user)
    kit.clock.advance(5 * HOUR)
    expect((await user.get(authApi.me)).status).toBe(401)
  })

  test('end at logout, and their sockets are closed', async () => {
    const user = await signedIn()
    kit.emitted()
    // Not "storage": the theme and the idle lock belong to the browser.
    expect(await user.post(authApi.logout)).toMatchObject({ status: 204, headers: { 'clear-site-data': '"cache"' } })
    expect((await user.get(authApi.me)).status).toBe(401)
    expect(kit.emitted()).toEqual([{ name: 'session.ended', data: { token_ids: [Number(user.token.split('|')[0])] } }])
  })
})

describe('POST /api/register', () => {
  const body = {
    name: 'Şükrü Balık',
    email: 'sukru@dalyan.test',
    password: 'mavi kayık 12',
    password_confirmation: 'mavi kayık 12',
  }
  const register = (changed: Partial<typeof body> = {}) =>
    kit.as.visitor.post(authApi.register, { body: { ...body, ...changed } })

  test('is refused until an admin enables it', async () => {
    expect(await register()).toMatchObject({
      status: 403,
      body: { code: 'signup_disabled', message: 'Kayıt şu anda kapalı' },
    })
  })

  test('creates a customer without a firm and opens a session', async () => {
    await settingsRepository(kit.database).set('self_signup', true)
    const reply = await register()
    expect(reply).toMatchObject({
      status: 201,
      body: { message: 'Kayıt başarılı, giriş yapıldı', user: { firm: null, roles: [{ name: 'customer' }] } },
    })
    expect((await withToken(reply.body.token).get(authApi.me)).status).toBe(200)
    expect((await login(body.email, body.password)).status).toBe(200)
  })

  test.each([
    ['a second account for an email', { email: 'SUKRU@dalyan.test' }, 409, 'email'],
    ['no email', { email: 'sukru' }, 422, 'email'],
    ['different passwords', { password_confirmation: 'kırmızı kayık' }, 422, 'password_confirmation'],
    ['a short password', { password: 'mavi', password_confirmation: 'mavi' }, 422, 'password'],
    ['a common password', { password: 'password123', password_confirmation: 'password123' }, 422, 'password'],
    ['the name as password', { password: 'şükrü balık', password_confirmation: 'şükrü balık' }, 422, 'password'],
    ['no name', { name: ' ' }, 422, 'name'],
    ['a name with NUL', { name: 'Şükrü\u0000' }, 422, 'name'],
    ['an email with NUL', { email: 'sukru\u0000@dalyan.test' }, 422, 'email'],
    ['an email with a lone surrogate', { email: 'sukru\ud800@dalyan.test' }, 422, 'email'],
  ])('refuses %s', async (_title, changed, status, field) => {
    expectRefused(await register(changed), status, field)
  })

  test('allows five registrations an hour from one address', async () => {
    kit.clock.advance(HOUR)
    const statuses: number[] = []
    for (let count = 1; count <= 6; count += 1)
      statuses.push((await register({ email: `many-${count}@dalyan.test` })).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  })

  test('allows sixty registrations an hour in total', async () => {
    kit.clock.advance(HOUR)
    const at = new Date(kit.clock.now()).toISOString()
    const others = Array.from({ length: 60 }, () => ({ key: 'register', at }))
    await kit.database.db.insertInto('attempts').values(others).execute()
    expect((await register({ email: 'one-more@dalyan.test' })).status).toBe(429)
    kit.clock.advance(HOUR)
    expect((await register({ email: 'one-more@dalyan.test' })).status).toBe(201)
  })
})

describe('POST /api/change-password', () => {
  const change = (user: TestUser, current_password: string, password: string, password_confirmation = password) =>
    user.post(authApi.changePassword, { body: { current_password, password, password_confirmation } })

  test('ends every session except the new one', async () => {
    later()
    const here = await signedIn()
    const elsewhere = await signedIn()
    const reply = await change(here, PASSWORD, 'yeni şifre 2026 x')
    expect(reply.status).toBe(200)
    expect((await here.get(authApi.me)).status).toBe(401)
    expect((await elsewhere.get(authApi.me)).status).toBe(401)
    const now = withToken(reply.body.token)
    expect((await now.get(authApi.me)).status).toBe(200)
    expect((await login(EMAIL, PASSWORD)).status).toBe(401)
    expect((await change(now, 'yeni şifre 2026 x', PASSWORD)).status).toBe(200)
  })

  test('reports a wrong current password at its field, and refuses the sixth attempt within 15 minutes', async () => {
    later()
    const user = await signedIn()
    const first = await change(user, 'yanlış', 'yeni şifre 2026 x')
    expect(first).toMatchObject({ status: 422, body: { errors: { current_password: ['Mevcut şifre hatalı.'] } } })
    for (let count = 2; count <= 5; count += 1)
      expect((await change(user, 'yanlış', 'yeni şifre 2026 x')).status).toBe(422)
    expect((await change(user, PASSWORD, 'yeni şifre 2026 x')).status).toBe(429)
  })

  test.each([
    ['a short password', 'kısa', 'kısa', 'password'],
    ['a confirmation that differs', 'yeni şifre 2026 x', 'yeni şifre 2026 y', 'password_confirmation'],
    ['the own email as password', EMAIL, EMAIL, 'password'],
  ])('refuses %s', async (_title, password, confirmation, field) => {
    later()
    expectRefused(await change(await signedIn(), PASSWORD, password, confirmation), 422, field)
  })
})

describe('a password that is changed while it is used', () => {
  /** Runs the action while a change of the user's password by another transaction waits to be committed. */
  async function whileChanged<T>(id: number, action: () => Promise<T>): Promise<T> {
    const change = await kit.database.transact(async (on) => {
      await on.db.updateTable('users').set({ password_hash: 'another' }).where('id', '=', id).execute()
      let isOver = false
      const done = action().finally(() => (isOver = true))
      const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      await expect.poll(async () => isOver || (await kit.database.query(waits)).rows.length > 0).toBe(true)
      // Not awaited here: the action waits for this transaction to end.
      return { done }
    })
    return change.done
  }
  async function account(): Promise<{ id: number; email: string; session: TestUser }> {
    later()
    const email = `changed-${Date.now()}-${Math.random()}@dalyan.test`
    await settingsRepository(kit.database).set('self_signup', true)
    kit.clock.advance(HOUR)
    const { body } = await kit.as.visitor.post(authApi.register, {
      body: { name: 'Biri', email, password: PASSWORD, password_confirmation: PASSWORD },
    })
    return { id: body.user.id, email, session: withToken(body.token) }
  }

  test('the old password opens no session', async () => {
    const { id, email } = await account()
    expect((await whileChanged(id, () => login(email, PASSWORD))).status).toBe(401)
  })

  test('the old password cannot set a new one', async () => {
    const { id, session } = await account()
    const body = { current_password: PASSWORD, password: 'mavi kayık 12', password_confirmation: 'mavi kayık 12' }
    const reply = await whileChanged(id, () => session.post(authApi.changePassword, { body }))
    expect(reply).toMatchObject({ status: 422, body: { code: 'wrong_current_password' } })
  })
})

describe('preferences of a user', () => {
  let customer: TestUser
  beforeAll(async () => {
    customer = await kit.someone({ role: 'customer' })
  })

  test('the theme is saved', async () => {
    expect(await customer.post(authApi.updateTheme, { body: { theme: 'navy' } })).toMatchObject({
      status: 200,
      body: { theme: 'navy' },
    })
    expect((await customer.get(authApi.me)).body.preferred_theme).toBe('navy')
  })

  test('an unknown theme or language is refused', async () => {
    expect((await customer.post(authApi.updateTheme, { body: { theme: 'neon' as 'navy' } })).status).toBe(422)
    expect((await customer.post(authApi.updateLocale, { body: { locale: 'xx' as 'tr' } })).status).toBe(422)
    expect((await customer.post(authApi.updateLocale, { body: { locale: 'tr' } })).body).toEqual({ locale: 'tr' })
  })
})

test('without a session, user routes respond 401', async () => {
  const replies = await Promise.all([
    kit.as.visitor.get(authApi.me),
    kit.as.visitor.post(authApi.logout),
    kit.as.visitor.post(authApi.updateTheme, { body: { theme: 'navy' } }),
    kit.as.visitor.post(authApi.changePassword, {
      body: { current_password: 'x', password: 'y', password_confirmation: 'y' },
    }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401])
})
