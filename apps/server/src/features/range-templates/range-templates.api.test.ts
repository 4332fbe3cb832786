import { rangeTemplatesApi, type RangeTemplateListQuery } from '@dalyan/contracts/range-templates'
import { tanksApi } from '@dalyan/contracts/tanks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestUser } from '../../../tests/test-users.ts'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

const create = (body: Record<string, unknown>) =>
  kit.as.admin.post(rangeTemplatesApi.create, {
    body: { name: 'Şablon', ranges: { ph: { min: 7, max: 8.3 } }, ...body },
  })
const update = (id: number, body: Record<string, unknown>) =>
  kit.as.admin.put(rangeTemplatesApi.update, { params: { id }, body })
const list = async (query: Partial<RangeTemplateListQuery>) =>
  (await kit.as.admin.get(rangeTemplatesApi.list, { query })).body

describe('POST /api/range-templates', () => {
  test('saves limits as given and fills in defaults', async () => {
    const reply = await create({
      name: 'Levrek',
      ranges: {
        ph: { min: 7.1, max: 8.3, critical_max: 9 },
        tank_temperature: { max: 26, severity: 'critical' },
        orp: null,
      },
    })
    expect(reply).toMatchObject({
      status: 201,
      body: { name: 'Levrek', active: true, delay_seconds: 60, tanks_count: 0 },
    })
    expect(reply.body.ranges).toEqual({
      tank_temperature: { min: null, max: 26, severity: 'critical', critical_min: null, critical_max: null },
      ph: { min: 7.1, max: 8.3, severity: 'warning', critical_min: null, critical_max: 9 },
    })
    expect(await kit.as.admin.get(rangeTemplatesApi.get, { params: { id: reply.body.id } })).toMatchObject({
      status: 200,
      body: reply.body,
    })
  })

  test.each([
    ['no name', { name: '' }, 422, 'name', 'Şablon adı gerekli'],
    ['a name of 121 letters', { name: 'a'.repeat(121) }, 422, 'name', 'En çok 120 karakter olmalı.'],
    ['a name with NUL', { name: 'a\u0000' }, 422, 'name', undefined],
    ['a name in use, in other letters', { name: 'LEVREK' }, 409, 'name', 'Bu adla bir şablon var.'],
    ['no limits', { name: 'N1', ranges: {} }, 422, 'ranges', 'En az bir sınır girilmeli.'],
    ['a metric without a limit', { name: 'N2', ranges: { ph: {} } }, 422, 'ranges.ph', undefined],
    ['limits in wrong order', { name: 'N3', ranges: { ph: { min: 9, max: 8 } } }, 422, 'ranges.ph.min', undefined],
    [
      'a limit outside the physical bounds',
      { name: 'N4', ranges: { ph: { max: 15 } } },
      422,
      'ranges.ph.max',
      'Sınır 0 ile 14 arasında olmalı.',
    ],
    [
      'a critical limit inside the range',
      { name: 'N5', ranges: { ph: { min: 7, critical_min: 7 } } },
      422,
      'ranges.ph.critical_min',
      undefined,
    ],
    ['text as a limit', { name: 'N6', ranges: { ph: { min: '7' } } }, 422, 'ranges.ph.min', undefined],
    ['a delay of more than an hour', { name: 'N7', delay_seconds: 3601 }, 422, 'delay_seconds', undefined],
    [
      'an unknown severity',
      { name: 'N8', ranges: { ph: { min: 7, severity: 'awful' } } },
      422,
      'ranges.ph.severity',
      undefined,
    ],
  ])('refuses %s', async (_title, body, status, field, text) => {
    const reply = await create(body)
    expect({ status: reply.status, fields: Object.keys(reply.body.errors ?? {}) }).toEqual({ status, fields: [field] })
    if (text) expect(reply.body.errors?.[field]).toEqual([text])
  })

  test('creates one template when several requests use the same name at once', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => create({ name: 'İkiz' })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })
})

describe('PUT /api/range-templates/{id}', () => {
  test('changes only the named fields, and tanks show the new limits', async () => {
    const { body: template } = await create({ name: 'Çipura', delay_seconds: 5 })
    const tank = await kit.given.tank({ range_template_id: template.id })
    kit.emitted()
    const reply = await update(template.id, { ranges: { salinity: { min: 30 } } })
    expect(reply).toMatchObject({ status: 200, body: { name: 'Çipura', delay_seconds: 5, tanks_count: 1 } })
    expect(Object.keys(reply.body.ranges)).toEqual(['salinity'])
    const shown = await kit.as.admin.get(tanksApi.get, { params: { id: tank.id } })
    expect(shown.body.range_template?.ranges).toEqual(reply.body.ranges)
    const announced = kit.emitted()
    expect(announced).toContainEqual({ name: 'tank.changed', data: { id: tank.id } })
    expect((await update(template.id, { active: false })).body).toMatchObject({
      active: false,
      ranges: reply.body.ranges,
    })
  })

  test('refuses invalid limits, a name in use and an unknown template', async () => {
    const { body: template } = await create({ name: 'Karides' })
    expect((await update(template.id, { ranges: { ph: { min: 9, max: 8 } } })).body.errors).toHaveProperty([
      'ranges.ph.min',
    ])
    expect((await update(template.id, { name: 'levrek' })).status).toBe(409)
    expect((await update(999_999, { name: 'x' })).status).toBe(404)
  })
})

test('GET /api/range-templates finds, filters and sorts', async () => {
  await create({ name: 'Liste Ğ', active: false })
  await create({ name: 'Liste A' })
  expect((await list({ search: 'LİSTE' })).data.map(({ name }) => name)).toEqual(['Liste A', 'Liste Ğ'])
  expect((await list({ filter_name: 'liste g' })).data.map(({ name }) => name)).toEqual(['Liste Ğ'])
  expect(await list({ search: 'liste', filter_active: false })).toMatchObject({ total: 1, data: [{ name: 'Liste Ğ' }] })
  const byUse = await list({ sort: [{ field: 'tanks_count', descending: true }], per_page: 1 })
  expect(byUse).toMatchObject({ per_page: 1, data: [{ name: 'Çipura' }] })
})

test('only admins have access to range templates', async () => {
  const { body: template } = await create({ name: 'Kapalı' })
  const ask = async (caller: TestUser) => [
    (await caller.get(rangeTemplatesApi.list, {})).status,
    (await caller.get(rangeTemplatesApi.get, { params: { id: template.id } })).status,
    (await caller.post(rangeTemplatesApi.create, { body: { name: 'x', ranges: { ph: { min: 7 } } } })).status,
    (await caller.put(rangeTemplatesApi.update, { params: { id: template.id }, body: {} })).status,
  ]
  expect(await ask(kit.as.operator)).toEqual([403, 403, 403, 403])
  expect(await ask(kit.as.customer)).toEqual([403, 403, 403, 403])
  expect(await ask(kit.as.visitor)).toEqual([401, 401, 401, 401])
})
