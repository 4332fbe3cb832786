import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { tanksApi } from '@dalyan/contracts/tanks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

const at = ({ id }: { id: number }) => ({ params: { id } })
const remove = (template: { id: number }) => kit.as.admin.delete(rangeTemplatesApi.remove, at(template))
const refusalOf = async (template: { id: number }) =>
  (await remove(template)) as { status: number; body: { code?: string; message?: string } }

describe('DELETE /api/range-templates/:id', () => {
  test('a deleted template responds 404, frees its name and cannot be given to a tank', async () => {
    const template = await kit.given.rangeTemplate({ name: 'Çipura' })
    expect((await remove(template)).status).toBe(204)
    expect((await kit.as.admin.get(rangeTemplatesApi.get, at(template))).status).toBe(404)
    expect((await kit.as.admin.get(rangeTemplatesApi.list, { query: { search: 'çipura' } })).body.total).toBe(0)
    expect((await remove(template)).status).toBe(404)
    expect((await kit.given.rangeTemplate({ name: 'Çipura' })).id).not.toBe(template.id)
    const body = { code: 'LATE', name: 'Geç', range_template_id: template.id }
    expect(await kit.as.admin.post(tanksApi.create, { body })).toMatchObject({
      status: 422,
      body: { code: 'unknown_range_template' },
    })
  })

  test('is refused while live tanks use it, and names them', async () => {
    const template = await kit.given.rangeTemplate()
    const of = { range_template_id: template.id }
    const gone = await kit.given.tank({ code: 'GONE', ...of })
    await kit.as.admin.delete(tanksApi.remove, at(gone))
    const second = await kit.given.tank({ code: 'USED-2', ...of })
    const first = await kit.given.tank({ code: 'USED-1', ...of })
    const refused = await refusalOf(template)
    expect(refused).toMatchObject({ status: 409, body: { code: 'template_in_use' } })
    expect(refused.body.message).toContain('USED-1, USED-2')
    expect(refused.body).toMatchObject({
      dependents: [first, second].map(({ id, code }) => ({ kind: 'tank', id, name: code })),
    })
    expect(refused.body.message).not.toContain('GONE')
    for (const tank of [first, second])
      await kit.as.admin.put(tanksApi.update, { ...at(tank), body: { range_template_id: null } })
    expect((await remove(template)).status).toBe(204)
  })

  test('names only the first of very many tanks', async () => {
    const template = await kit.given.rangeTemplate()
    for (let n = 10; n < 22; n += 1) await kit.given.tank({ code: `MANY-${n}`, range_template_id: template.id })
    const { message = '' } = (await refusalOf(template)).body
    expect(message).toContain('MANY-19, …')
    expect(message).not.toContain('MANY-20')
  })

  test('only one of two simultaneous requests succeeds: deleting a template or giving it to a tank', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [tank, template] = [await kit.given.tank(), await kit.given.rangeTemplate()]
      const [removed, given] = await Promise.all([
        remove(template),
        kit.as.admin.put(tanksApi.update, { ...at(tank), body: { range_template_id: template.id } }),
      ])
      expect([
        [204, 422],
        [409, 200],
      ]).toContainEqual([removed.status, given.status])
    }
  })

  test('is only for users who manage templates', async () => {
    const template = await kit.given.rangeTemplate()
    expect((await kit.as.operator.delete(rangeTemplatesApi.remove, at(template))).status).toBe(403)
  })
})
