import { firmsApi, type Firm, type FirmInput } from '@dalyan/contracts/firms'
import { tanksApi } from '@dalyan/contracts/tanks'
import { usersApi } from '@dalyan/contracts/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

let made = 0
const code = () => `FRM-${(made += 1)}`
const create = (wish: Partial<FirmInput> = {}) =>
  t.as.admin.post(firmsApi.create, { body: { code: code(), name: 'Bir firma', ...wish } })
async function given(wish: Partial<FirmInput> = {}): Promise<Firm> {
  const { status, body } = await create(wish)
  expect(status).toBe(201)
  return body
}
const at = (firm: { id: number }) => ({ params: { id: firm.id } })
const get = (firm: { id: number }) => t.as.admin.get(firmsApi.get, at(firm))
const update = (firm: { id: number }, body: Partial<FirmInput>, headers: Record<string, string> = {}) =>
  t.as.admin.put(firmsApi.update, { ...at(firm), body, headers })
const remove = (firm: { id: number }) => t.as.admin.delete(firmsApi.remove, at(firm))
const restore = (firm: { id: number }) => t.as.admin.post(firmsApi.restore, at(firm))

const ADDRESS = {
  notes: 'Sabah teslim',
  phone: '+90 555 000 00 00',
  city: 'Muğla',
  province: 'Muğla',
  district: 'Ortaca',
  neighborhood: 'Dalyan Mahallesi',
  country: 'Türkiye',
  postal_code: '48840',
}

describe('POST /api/firms', () => {
  test('creates a firm with all its fields and records its editor', async () => {
    const parent = await given({ type: 'distributor' })
    const firm = await given({
      name: 'Ege Mavi Su',
      type: 'grower',
      status: 'inactive',
      parent_id: parent.id,
      ...ADDRESS,
    })
    expect(firm).toMatchObject({
      name: 'Ege Mavi Su',
      type: 'grower',
      status: 'inactive',
      parent: { id: parent.id, code: parent.code, name: parent.name },
      tanks_count: 0,
      edited_by: { id: t.as.admin.id },
      ...ADDRESS,
    })
    expect((await get(firm)).body).toEqual(firm)
  })

  test('creates an active grower by default', async () => {
    expect(await given()).toMatchObject({ type: 'grower', status: 'active', parent: null, city: null })
  })

  test.each([
    ['no code', { code: '' }, 'code', 'Kod gerekli'],
    ['a code in small letters', { code: 'frm-1' }, 'code', 'Kod formatı geçersiz (A-Z, 0-9, -, _)'],
    ['no name', { name: ' ' }, 'name', 'Firma adı gerekli'],
    ['a missing name', { name: undefined }, 'name', 'Firma adı gerekli'],
    ['a type that does not exist', { type: 'bank' }, 'type', null],
    ['the status deleted', { status: 'deleted' }, 'status', null],
    ['a parent that does not exist', { parent_id: 2_000_000 }, 'parent_id', 'Böyle bir firma yok.'],
    ['notes of 4001 characters', { notes: 'x'.repeat(4001) }, 'notes', 'En çok 4000 karakter olmalı.'],
  ])('refuses %s', async (_title, wish, field, text) => {
    const { status, body } = await create(wish as Partial<FirmInput>)
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] })
    if (text !== null) expect(body.errors?.[field]).toEqual([text])
  })

  test('creates only one firm when several requests use the same code at once', async () => {
    const one = code()
    const replies = await Promise.all([1, 2, 3, 4].map(() => create({ code: one })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'code_taken',
      errors: { code: ['Bu kod kullanılıyor.'] },
    })
  })

  test('refuses a deleted parent', async () => {
    const parent = await given()
    await remove(parent)
    expect((await create({ parent_id: parent.id })).body.errors).toEqual({ parent_id: ['Böyle bir firma yok.'] })
  })
})

describe('GET /api/firms', () => {
  beforeAll(async () => {
    await given({ code: 'LST-1', name: 'Çınar Balık', type: 'grower', city: 'Muğla', province: 'Muğla' })
    await given({ code: 'LST-2', name: 'Işık Dağıtım', type: 'distributor', city: 'Bodrum', province: 'Muğla' })
    await given({ code: 'LST-3', name: 'Şölen Lokanta', type: 'restaurant', city: 'İzmir', status: 'inactive' })
    const gone = await given({ code: 'LST-4', name: 'Eski Çiftlik', city: 'Adana' })
    await remove(gone)
    const full = await t.as.admin.get(firmsApi.list, { query: { search: 'lst-1' } })
    await t.given.tank({ firm_id: full.body.data[0]?.id ?? 0 })
  })
  const codes = async (query: Record<string, unknown>) => {
    const { status, body } = await t.as.admin.get(firmsApi.list, { query: { search: 'LST', per_page: 10, ...query } })
    expect(status).toBe(200)
    return body.data.map((firm) => firm.code)
  }

  test.each([
    [{}, ['LST-1', 'LST-2', 'LST-3']],
    [{ include_deleted: true }, ['LST-1', 'LST-2', 'LST-3', 'LST-4']],
    [{ include_deleted: true, filter_status: ['deleted'] }, ['LST-4']],
    [{ search: 'cinar' }, ['LST-1']],
    [{ search: 'IZMIR' }, ['LST-3']],
    [{ search: '_' }, []],
    [{ filter_status: 'inactive' }, ['LST-3']],
    [{ filter_type: 'distributor,restaurant' }, ['LST-2', 'LST-3']],
    [{ filter_city: 'MUGLA' }, ['LST-1']],
    [{ filter_province: 'muğ' }, ['LST-1', 'LST-2']],
    [{ sort: '-name' }, ['LST-3', 'LST-2', 'LST-1']],
    [{ sort: 'type,-code' }, ['LST-2', 'LST-1', 'LST-3']],
    [{ sort: 'city' }, ['LST-2', 'LST-3', 'LST-1']],
    [{ per_page: 2, page: 2 }, ['LST-3']],
  ])('query %j returns %j', async (query, expected) => {
    expect(await codes(query)).toEqual(expected)
  })

  test('counts only live tanks', async () => {
    const { body } = await t.as.admin.get(firmsApi.list, { query: { search: 'LST-1' } })
    expect(body).toMatchObject({ total: 1, last_page: 1, data: [{ tanks_count: 1 }] })
    expect(JSON.stringify(body)).not.toContain('version')
  })

  test.each([
    ['filter_status', 'gone'],
    ['filter_type', 'grower,bank'],
    ['include_deleted', 'yes'],
    ['sort', 'notes'],
  ])('refuses %s=%s at its parameter', async (field, value) => {
    const { status, body } = await t.as.admin.get(firmsApi.list, { query: { [field]: value } as never })
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] })
  })
})

describe('PUT /api/firms/{id}', () => {
  test('keeps fields that the request omits, and clears those set to null', async () => {
    const firm = await given(ADDRESS)
    const reply = await update(firm, { name: 'Yeni ad', notes: null })
    expect(reply.body).toEqual({ ...firm, name: 'Yeni ad', notes: null, updated_at: expect.any(String) })
  })

  test('refuses the code of another live firm', async () => {
    const [one, other] = [await given(), await given()]
    expect(await update(one, { code: other.code })).toMatchObject({ status: 409, body: { code: 'code_taken' } })
  })

  test('refuses an edit of a firm that another user changed meanwhile, even at the same moment', async () => {
    const firm = await given()
    const seen = { 'if-match': (await get(firm)).headers['etag'] as string }
    const replies = await Promise.all([update(firm, { name: 'Bir' }, seen), update(firm, { name: 'İki' }, seen)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412])
    expect(await update(firm, { name: 'Üç' }, seen)).toMatchObject({ status: 412, body: { code: 'stale_edit' } })
  })

  test('a new name or code of a firm announces a change of its tanks; other edits do not', async () => {
    const firm = await given()
    const tank = await t.given.tank({ firm_id: firm.id })
    const deleted = await t.given.tank({ firm_id: firm.id })
    await t.as.admin.delete(tanksApi.remove, at(deleted))
    const announced = async (change: Partial<FirmInput>) => {
      t.emitted()
      expect((await update(firm, change)).status).toBe(200)
      return t.emitted().filter(({ name }) => name === 'tank.changed')
    }
    expect(await announced({ notes: 'Not', name: firm.name })).toEqual([])
    const itsTank = [{ name: 'tank.changed', data: { id: tank.id } }]
    expect(await announced({ name: 'Yeni ad' })).toEqual(itsTank)
    expect(await announced({ code: code() })).toEqual(itsTank)
  })

  test('access to a tank follows its firm and the firms above it', async () => {
    const [above, below] = [await given(), await given()]
    const tank = await t.given.tank({ firm_id: below.id })
    const caller = await t.someone({ role: 'customer', firm_id: above.id })
    const look = async () => (await caller.get(tanksApi.get, { params: { id: tank.id } })).status
    expect(await look()).toBe(404)
    await update(below, { parent_id: above.id })
    expect(await look()).toBe(200)
    await update(below, { parent_id: null })
    expect(await look()).toBe(404)
  })
})

describe('the tree of firms', () => {
  test('has no loops at any depth', async () => {
    const top = await given()
    const middle = await given({ parent_id: top.id })
    const bottom = await given({ parent_id: middle.id })
    for (const parent of [top, middle, bottom]) {
      expect(await update(top, { parent_id: parent.id })).toMatchObject({
        status: 422,
        body: { code: 'firm_loop', errors: { parent_id: [expect.any(String)] } },
      })
    }
    expect((await get(top)).body.parent).toBeNull()
    expect((await update(bottom, { parent_id: top.id })).status).toBe(200)
  })

  test('three firms put below each other at once form no loop', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b, c] = [await given(), await given(), await given()]
      const replies = await Promise.all([
        update(a, { parent_id: b.id }),
        update(b, { parent_id: c.id }),
        update(c, { parent_id: a.id }),
      ])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 422])
    }
  })

  test('two branches put below each other at once form no loop', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [bottomA, bottomB] = [await given(), await given()]
      const [topA, topB] = [await given({ parent_id: bottomA.id }), await given({ parent_id: bottomB.id })]
      const replies = await Promise.all([
        update(bottomA, { parent_id: topB.id }),
        update(bottomB, { parent_id: topA.id }),
      ])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
    }
  })
})

describe('DELETE /api/firms/{id}', () => {
  test('leaves a read-only record and frees its code', async () => {
    const firm = await given()
    expect((await remove(firm)).status).toBe(204)
    expect(await get(firm)).toMatchObject({ status: 200, body: { status: 'deleted' } })
    expect(await update(firm, { name: 'x' })).toMatchObject({ status: 409, body: { code: 'record_deleted' } })
    expect(await remove(firm)).toMatchObject({ status: 409, body: { code: 'record_deleted' } })
    expect((await create({ code: firm.code })).status).toBe(201)
  })

  test('is refused while tanks, firms or users belong to the firm, and names them', async () => {
    const firm = await given()
    const child = await given({ parent_id: firm.id })
    const tank = await t.given.tank({ firm_id: firm.id })
    const caller = await t.someone({ role: 'operator', firm_id: firm.id, name: 'Ayşe Kaya' })
    const refused = await remove(firm)
    expect(refused).toMatchObject({ status: 409, body: { code: 'firm_in_use' } })
    expect(refused.body.message).toContain(`${tank.code}, ${child.code}, Ayşe Kaya`)
    expect(refused.body).toMatchObject({
      dependents: [
        { kind: 'tank', id: tank.id, name: tank.code },
        { kind: 'firm', id: child.id, name: child.code },
        { kind: 'user', id: caller.id, name: 'Ayşe Kaya' },
      ],
    })

    await remove(child)
    await t.as.admin.delete(usersApi.remove, { params: { id: caller.id } })
    expect((await remove(firm)).body.message).toBe(`Firmaya bağlı kayıtlar var: ${tank.code}`)
    await t.as.admin.delete(tanksApi.remove, { params: { id: tank.id } })
    expect((await remove(firm)).status).toBe(204)
  })

  test('names at most ten dependents', async () => {
    const firm = await given()
    for (let count = 0; count < 12; count += 1) await given({ parent_id: firm.id })
    expect((await remove(firm)).body.message?.split(', ')).toHaveLength(11)
  })

  test('one of two simultaneous requests is refused: deleting a firm or adding a record to it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const firm = await given()
      const hang = [
        () => t.as.admin.post(tanksApi.create, { body: { code: `RACE-${round}`, name: 'Tank', firm_id: firm.id } }),
        () => create({ parent_id: firm.id }),
        async () => {
          const { id } = await t.someone({ role: 'customer' })
          return t.as.admin.put(usersApi.update, { params: { id }, body: { firm_id: firm.id } })
        },
        () =>
          t.as.admin.post(usersApi.create, {
            body: {
              name: 'Biri',
              email: `race-${round}@dalyan.test`,
              roles: ['operator'],
              firm_id: firm.id,
              password: 'mavi kayık 12',
            },
          }),
      ][round]
      const [removed, hung] = await Promise.all([remove(firm), hang?.()])
      const won = [removed.status === 204, (hung?.status ?? 0) < 300]
      expect(won.filter(Boolean)).toHaveLength(1)
    }
  })
})

describe('POST /api/firms/{id}/restore', () => {
  test('restores the firm as inactive', async () => {
    const firm = await given()
    await remove(firm)
    expect(await restore(firm)).toMatchObject({ status: 200, body: { status: 'inactive', code: firm.code } })
    expect(await restore(firm)).toMatchObject({ status: 409, body: { code: 'record_not_deleted' } })
    expect((await update(firm, { status: 'active' })).status).toBe(200)
  })

  test('is refused when another firm has taken its code', async () => {
    const firm = await given()
    await remove(firm)
    await given({ code: firm.code })
    expect(await restore(firm)).toMatchObject({
      status: 409,
      body: { code: 'code_taken', errors: { code: [expect.any(String)] } },
    })
  })

  test('drops a parent that was deleted meanwhile', async () => {
    const parent = await given()
    const firm = await given({ parent_id: parent.id })
    await remove(firm)
    await remove(parent)
    expect((await restore(firm)).body.parent).toBeNull()
  })
})

test('requests for an unknown firm respond 404', async () => {
  const nothing = { id: 2_000_000 }
  const replies = await Promise.all([get(nothing), update(nothing, { name: 'x' }), remove(nothing), restore(nothing)])
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})
