import { authApi } from '@dalyan/contracts/auth'
import { tanksApi } from '@dalyan/contracts/tanks'
import { usersApi, type User, type UserInput } from '@dalyan/contracts/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userWith } from '../../../tests/test-users.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

const PASSWORD = 'mavi kayık 12'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

let made = 0
const email = () => `kisi-${(made += 1)}@dalyan.test`
const input = (wish: Partial<UserInput> = {}): UserInput => ({
  name: 'Biri',
  email: email(),
  roles: ['customer'],
  password: PASSWORD,
  ...wish,
})
const create = (wish: Partial<UserInput> = {}) => t.as.admin.post(usersApi.create, { body: input(wish) })
async function given(wish: Partial<UserInput> = {}): Promise<User> {
  const { status, body } = await create(wish)
  expect(status).toBe(201)
  return body
}
const update = (id: number, body: Partial<UserInput>, headers: Record<string, string> = {}) =>
  t.as.admin.put(usersApi.update, { params: { id }, body, headers })
const remove = (id: number, by = t.as.admin) => by.delete(usersApi.remove, { params: { id } })
const login = (address: string, password = PASSWORD) =>
  t.as.visitor.post(authApi.login, { body: { email: address, password } })
/** Signs in by password, like real users. */
const signIn = async (user: User, password = PASSWORD) =>
  userWith(t.app.server, user.id, (await login(user.email, password)).body.token)

describe('GET /api/admin/users', () => {
  beforeAll(async () => {
    const firm = await t.given.firm()
    await given({ name: 'Şükrü Işık', email: 'sukru@liste.test', roles: ['operator'], firm_id: firm.id })
    await given({ name: 'Çiğdem Öz', email: 'cigdem@liste.test' })
    await given({ name: 'Ilgaz Ün', email: 'ilgaz@liste.test', roles: ['customer', 'admin'] })
    await given({ name: 'İnci Ak', email: 'inci@liste.test' })
    const at = { 'sukru@liste.test': '2020-03-10T20:59:59.999Z', 'cigdem@liste.test': '2020-03-10T21:00:00Z' }
    for (const [address, created_at] of Object.entries(at)) {
      await t.database.db.updateTable('users').set({ created_at }).where('email', '=', address).execute()
    }
  })
  const names = async (query: Record<string, unknown>) => {
    const reply = await t.as.admin.get(usersApi.list, { query: { filter_email: 'liste.test', ...query } })
    expect(reply.status).toBe(200)
    return reply.body.data.map((user) => user.name)
  }

  test('returns a page of users, sorted by name in Turkish order', async () => {
    const { body } = await t.as.admin.get(usersApi.list, { query: { filter_email: 'LİSTE', per_page: 3 } })
    expect(body).toMatchObject({ total: 4, current_page: 1, last_page: 2, per_page: 3 })
    expect(body.data.map(({ name }) => name)).toEqual(['Çiğdem Öz', 'Ilgaz Ün', 'İnci Ak'])
    expect(JSON.stringify(body)).not.toMatch(/argon2|version/)
  })

  test.each([
    [{ search: 'sukru' }, ['Şükrü Işık']],
    [{ search: 'ISIK' }, ['Şükrü Işık']],
    [{ search: 'cigdem@liste' }, ['Çiğdem Öz']],
    [{ search: '%' }, []],
    [{ filter_name: 'ılgaz' }, ['Ilgaz Ün']],
    [{ filter_email: 'INCI@' }, ['İnci Ak']],
    [{ role: 'operator' }, ['Şükrü Işık']],
    [{ filter_role: 'admin' }, ['Ilgaz Ün']],
    [{ filter_role: 'admin,operator' }, ['Ilgaz Ün', 'Şükrü Işık']],
    [{ role: 'customer', filter_role: 'admin' }, ['Ilgaz Ün']],
    // Midnight in Istanbul is between the two.
    [{ filter_created_at: '2020-03-10' }, ['Şükrü Işık']],
    [{ filter_created_at: '2020-03-11' }, ['Çiğdem Öz']],
    [{ filter_created_at: '2020-03-10..2020-03-11' }, ['Çiğdem Öz', 'Şükrü Işık']],
    [{ filter_created_at: '2020-03-12..2020-03-20' }, []],
    [{ sort: '-name' }, ['Şükrü Işık', 'İnci Ak', 'Ilgaz Ün', 'Çiğdem Öz']],
    [{ sort: 'role,name' }, ['Ilgaz Ün', 'Şükrü Işık', 'Çiğdem Öz', 'İnci Ak']],
    [{ sort: '-email' }, ['Şükrü Işık', 'İnci Ak', 'Ilgaz Ün', 'Çiğdem Öz']],
    [{ sort: 'created_at', per_page: 2 }, ['Şükrü Işık', 'Çiğdem Öz']],
    [{ sort: '-id' }, ['İnci Ak', 'Ilgaz Ün', 'Çiğdem Öz', 'Şükrü Işık']],
    [{ page: 9 }, []],
  ])('query %j returns %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test.each([
    ['role', 'boss'],
    ['filter_role', 'admin,boss'],
    ['filter_created_at', '2020-02-30'],
    ['filter_created_at', '2020-03-11..2020-03-10'],
    ['filter_created_at', 'yesterday'],
    ['sort', 'password_hash'],
    ['per_page', 201],
  ])('refuses %s=%s at its parameter', async (field, value) => {
    const { status, body } = await t.as.admin.get(usersApi.list, { query: { [field]: value } as never })
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] })
  })
})

test('roles are listed with their permissions', async () => {
  const { body } = await t.as.admin.get(usersApi.roles)
  expect(body.data.map(({ name }) => name)).toEqual(['admin', 'operator', 'customer'])
  expect(body.data[2]?.permissions).toContainEqual({ name: 'orders.create' })
})

describe('POST /api/admin/users', () => {
  test('creates an account that can sign in', async () => {
    const user = await given({ roles: ['operator'], firm_id: t.ownFirm.id })
    expect(user).toMatchObject({ firm: t.ownFirm, roles: [{ name: 'operator' }], must_change_password: false })
    expect((await login(user.email)).body.user).toMatchObject({ id: user.id })
  })

  test('creates an admin without a firm', async () => {
    expect((await given({ roles: ['admin'], firm_id: t.ownFirm.id })).firm).toBeNull()
  })

  test('ignores unknown fields', async () => {
    const user = await given({ id: 1, version: 9, password_hash: 'x', deleted_at: '2020-01-01' } as never)
    expect(user.id).toBeGreaterThan(1)
    expect((await login(user.email)).status).toBe(200)
  })

  test.each([
    [
      'an email in use, in other letters',
      { email: 'First@DALYAN.test' },
      409,
      'email',
      'Bu e-posta adresi kullanılıyor.',
    ],
    ['an operator without a firm', { roles: ['operator'] }, 422, 'firm_id', 'Operatör bir firmaya bağlı olmalı.'],
    ['a firm that does not exist', { firm_id: 2_000_000 }, 422, 'firm_id', 'Böyle bir firma yok.'],
    ['a role that does not exist', { roles: ['boss'] }, 422, 'roles.0', null],
    ['no role', { roles: [] }, 422, 'roles', null],
    ['no name', { name: ' ' }, 422, 'name', 'Bu alan gerekli.'],
    ['no email', { email: 'biri' }, 422, 'email', 'Geçerli bir e-posta adresi girin.'],
    ['no password', { password: undefined }, 422, 'password', 'Şifre gerekli'],
    ['a short password', { password: 'mavi' }, 422, 'password', 'En az 8 karakter olmalı.'],
    ['a common password', { password: 'password123' }, 422, 'password', null],
    ['the name as password', { name: 'Deniz Kaptan', password: 'deniz kaptan' }, 422, 'password', null],
    ['passwords that differ', { password_confirmation: 'x' }, 422, 'password_confirmation', 'Şifreler eşleşmiyor'],
  ])('refuses %s', async (_title, wish, status, field, text) => {
    const reply = await create(wish as Partial<UserInput>)
    expect({ status: reply.status, fields: Object.keys(reply.body.errors ?? {}) }).toEqual({ status, fields: [field] })
    if (text !== null) expect(reply.body.errors?.[field]).toEqual([text])
  })

  test('creates one account when several requests use the same email at once', async () => {
    const address = email()
    const replies = await Promise.all([1, 2, 3, 4].map(() => create({ email: address })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  })
})

describe('PUT /api/admin/users/{id}', () => {
  test('keeps fields that the request omits, including the password', async () => {
    const before = await given({ firm_id: t.ownFirm.id })
    const reply = await update(before.id, { name: 'Yeni Ad' })
    expect(reply).toMatchObject({ status: 200, body: { ...before, name: 'Yeni Ad', updated_at: expect.any(String) } })
    const session = await signIn(before)
    expect((await update(before.id, { email: before.email.toUpperCase() })).status).toBe(200)
    expect((await session.get(authApi.me)).body.email).toBe(before.email.toUpperCase())
  })

  test('a new password ends every session', async () => {
    const user = await given()
    const session = await signIn(user)
    t.emitted()
    expect((await update(user.id, { password: 'kırmızı kayık 5' })).status).toBe(200)
    expect(t.emitted()).toContainEqual({
      name: 'session.ended',
      data: { token_ids: [Number(session.token.split('|')[0])] },
    })
    expect((await session.get(authApi.me)).status).toBe(401)
    expect((await login(user.email)).status).toBe(401)
    expect((await login(user.email, 'kırmızı kayık 5')).status).toBe(200)
  })

  test('a new role and a new firm apply from the next request on', async () => {
    const [one, other] = [await t.given.firm(), await t.given.firm()]
    const tank = await t.given.tank({ firm_id: other.id })
    const user = await given({ firm_id: one.id })
    const session = await signIn(user)
    const look = async () => (await session.get(tanksApi.get, { params: { id: tank.id } })).status
    expect(await look()).toBe(404)
    await update(user.id, { firm_id: other.id })
    expect(await look()).toBe(200)
    expect((await session.get(usersApi.roles)).status).toBe(403)
    await update(user.id, { roles: ['admin'] })
    expect((await session.get(usersApi.roles)).status).toBe(200)
    expect((await session.get(authApi.me)).body.firm).toBeNull()
    await update(user.id, { roles: ['customer'] })
    expect([await look(), (await session.get(usersApi.roles)).status]).toEqual([404, 403])
  })

  test.each([
    ['an email in use', { email: 'first@dalyan.test' }, 409, 'email'],
    ['an operator without a firm', { roles: ['operator'] }, 422, 'firm_id'],
    ['a firm that does not exist', { firm_id: 2_000_000 }, 422, 'firm_id'],
    ['the email as password', { email: 'uzun-adres@dalyan.test', password: 'uzun-adres@dalyan.test' }, 422, 'password'],
  ])('refuses %s and leaves the user unchanged', async (_title, change, status, field) => {
    const user = await given()
    const reply = await update(user.id, { name: 'Başka', ...(change as Partial<UserInput>) })
    expect({ status: reply.status, fields: Object.keys(reply.body.errors ?? {}) }).toEqual({ status, fields: [field] })
    expect((await t.as.admin.get(usersApi.get, { params: { id: user.id } })).body).toEqual(user)
  })

  test('refuses an edit of a user that another admin changed meanwhile', async () => {
    const { id } = await given()
    const seen = (await t.as.admin.get(usersApi.get, { params: { id } })).headers['etag'] as string
    expect(seen).toMatch(/^"\d+"$/)
    // A user's own preferences must not make an admin's edit stale.
    await t.database.db.updateTable('users').set({ preferred_theme: 'navy' }).where('id', '=', id).execute()
    const first = await update(id, { name: 'İlk' }, { 'if-match': seen })
    expect(first).toMatchObject({ status: 200 })
    expect(await update(id, { name: 'İkinci' }, { 'if-match': seen })).toMatchObject({
      status: 412,
      body: { code: 'stale_edit' },
    })
    expect((await t.as.admin.get(usersApi.get, { params: { id } })).body.name).toBe('İlk')
    const next = await update(id, { name: 'Sonra' }, { 'if-match': first.headers['etag'] as string })
    expect(next.status).toBe(200)
    expect((await update(id, { name: 'Üzerine' }, { 'if-match': '*' })).status).toBe(200)
  })

  test('refuses one of two simultaneous edits of one version as stale', async () => {
    const { id } = await given()
    const headers = { 'if-match': '"1"' }
    const replies = await Promise.all([update(id, { name: 'Bir' }, headers), update(id, { name: 'İki' }, headers)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412])
  })
})

describe('DELETE /api/admin/users/{id}', () => {
  test('ends the sessions and frees the email; the name stays in records that the user changed', async () => {
    const user = await given({ roles: ['admin'], name: 'Giden Yönetici' })
    const session = await signIn(user)
    const tank = await session.post(tanksApi.create, { body: { code: 'TNK-GIDEN', name: 'Tank' } })
    expect((await remove(user.id)).status).toBe(204)
    expect((await session.get(authApi.me)).status).toBe(401)
    expect((await login(user.email)).status).toBe(401)
    expect((await t.as.admin.get(usersApi.get, { params: { id: user.id } })).status).toBe(404)
    expect((await update(user.id, { name: 'Yok' })).status).toBe(404)
    expect((await remove(user.id)).status).toBe(404)
    expect((await given({ email: user.email })).id).not.toBe(user.id)
    const shown = await t.as.admin.get(tanksApi.get, { params: { id: tank.body.id } })
    expect(shown.body.last_modified_by).toEqual({ id: user.id, name: 'Giden Yönetici' })
  })

  test('refuses deletion of the own account', async () => {
    expect(await remove(t.as.admin.id)).toMatchObject({ status: 409, body: { code: 'own_account' } })
  })
})

describe('the last admin', () => {
  let only: TestApp
  beforeAll(async () => {
    only = await startTestApp()
    const first = await only.database.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'first@dalyan.test')
      .execute()
    expect((await only.as.admin.delete(usersApi.remove, { params: { id: first[0]?.id ?? 0 } })).status).toBe(204)
  })
  afterAll(() => only.close())
  const admins = async () =>
    (await only.as.admin.get(usersApi.list, { query: { role: ['admin'] } })).body.data.map(({ id }) => id)

  test('cannot lose the role', async () => {
    const { id } = only.as.admin
    const reply = await only.as.admin.put(usersApi.update, { params: { id }, body: { roles: ['customer'] } })
    expect(reply).toMatchObject({ status: 409, body: { code: 'last_admin', errors: { roles: [expect.any(String)] } } })
    expect(await admins()).toEqual([id])
  })

  test('one admin remains when two delete or demote each other at once', async () => {
    for (const verb of ['remove', 'demote'] as const) {
      const other = await only.someone({ role: 'admin' })
      const replies = await Promise.all(
        [[only.as.admin, other.id] as const, [other, only.as.admin.id] as const].map(([by, id]) =>
          verb === 'remove'
            ? by.delete(usersApi.remove, { params: { id } })
            : by.put(usersApi.update, { params: { id }, body: { roles: ['customer'] } }),
        ),
      )
      const [good, refused] = replies.map(({ status }) => status).toSorted()
      expect(good).toBe(verb === 'remove' ? 204 : 200)
      // The last admin stays, or the other caller was no longer an admin when the request arrived.
      expect([401, 403, 409]).toContain(refused)
      const [left] = await only.database.db
        .selectFrom('user_roles')
        .innerJoin('users', 'users.id', 'user_id')
        .where('role', '=', 'admin')
        .where('deleted_at', 'is', null)
        .select('users.id')
        .execute()
      if (left?.id !== only.as.admin.id) only.as.admin = other
    }
  })
})

describe('a temporary password', () => {
  test('must be changed before other requests are accepted', async () => {
    const user = await given({ password_temporary: true, firm_id: t.ownFirm.id })
    expect(user.must_change_password).toBe(true)
    const session = await signIn(user)
    expect((await session.get(authApi.me)).body.must_change_password).toBe(true)
    const refused = { status: 403, body: { code: 'password_change_required' } }
    expect(await session.get(tanksApi.list)).toMatchObject(refused)
    expect(await session.post(authApi.updateTheme, { body: { theme: 'navy' } })).toMatchObject(refused)

    const change = (password: string) =>
      session.post(authApi.changePassword, {
        body: { current_password: PASSWORD, password, password_confirmation: password },
      })
    expect(await change(PASSWORD)).toMatchObject({ status: 422, body: { code: 'password_unchanged' } })
    const changed = await change('kendi şifrem 77')
    const own = userWith(t.app.server, user.id, changed.body.token)
    expect((await own.get(tanksApi.list)).status).toBe(200)
    expect((await own.get(authApi.me)).body.must_change_password).toBe(false)
  })

  test('can be set later, and also applies to open sessions', async () => {
    const user = await given()
    const session = await signIn(user)
    expect((await update(user.id, { password_temporary: true })).body.must_change_password).toBe(true)
    expect((await session.get(tanksApi.list)).status).toBe(403)
    expect((await session.post(authApi.logout)).status).toBe(204)
  })
})
