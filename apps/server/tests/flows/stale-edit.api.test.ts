import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test-app.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

const at = ({ id }: { id: number }) => ({ params: { id } })
const ifMatch = (etag: unknown) => ({ headers: { 'if-match': String(etag) } })
let made = 0
const fresh = () => `E-${(made += 1)}`

/** Every record with an ETag: how to create, read and edit it; each edit changes it. */
const KINDS = [
  [
    'tank',
    {
      make: () => kit.as.admin.post(tanksApi.create, { body: { code: fresh(), name: 'Bir tank' } }),
      read: (id: number) => kit.as.admin.get(tanksApi.get, at({ id })),
      edit: (id: number, etag?: unknown) =>
        kit.as.admin.put(tanksApi.update, {
          ...at({ id }),
          body: { code: fresh() },
          ...(etag === undefined ? {} : ifMatch(etag)),
        }),
    },
  ],
  [
    'terminal',
    {
      make: () => kit.as.admin.post(terminalsApi.create, { body: { code: fresh() } }),
      read: (id: number) => kit.as.admin.get(terminalsApi.get, at({ id })),
      edit: (id: number, etag?: unknown) =>
        kit.as.admin.put(terminalsApi.update, {
          ...at({ id }),
          body: { code: fresh() },
          ...(etag === undefined ? {} : ifMatch(etag)),
        }),
    },
  ],
  [
    'range template',
    {
      make: () =>
        kit.as.admin.post(rangeTemplatesApi.create, { body: { name: fresh(), ranges: { ph: { min: 7, max: 8 } } } }),
      read: (id: number) => kit.as.admin.get(rangeTemplatesApi.get, at({ id })),
      edit: (id: number, etag?: unknown) =>
        kit.as.admin.put(rangeTemplatesApi.update, {
          ...at({ id }),
          body: { name: fresh() },
          ...(etag === undefined ? {} : ifMatch(etag)),
        }),
    },
  ],
] as const

describe.each(KINDS)('a %s', (_kind, { make, read, edit }) => {
  test('carries its version as an ETag, which an edit raises', async () => {
    const { body, headers } = await make()
    expect(headers['etag']).toMatch(/^"\d+"$/)
    expect(body).not.toHaveProperty('version')
    expect((await read(body.id)).headers['etag']).toBe(headers['etag'])
    const edited = await edit(body.id, headers['etag'])
    expect(edited.status).toBe(200)
    expect(edited.headers['etag']).not.toBe(headers['etag'])
    expect((await read(body.id)).headers['etag']).toBe(edited.headers['etag'])
  })

  test('an edit of a version that is no longer current is refused and changes no field', async () => {
    const { body, headers } = await make()
    await edit(body.id)
    const before = await read(body.id)
    for (const etag of [headers['etag'], '"99"', 'nonsense']) {
      expect(await edit(body.id, etag)).toMatchObject({ status: 412, body: { code: 'stale_edit' } })
    }
    const after = await read(body.id)
    expect([after.body, after.headers['etag']]).toEqual([before.body, before.headers['etag']])
  })

  test('of two edits of one version at the same time, one succeeds', async () => {
    const { body, headers } = await make()
    const replies = await Promise.all([1, 2, 3].map(() => edit(body.id, headers['etag'])))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
  })
})

test('traffic of a device makes no edit stale', async () => {
  const terminal = await kit.given.terminal()
  const tank = await kit.given.tank({ iot_ids: [terminal.id], status: 'active' })
  const etags = async () => [
    (await kit.as.admin.get(tanksApi.get, at(tank))).headers['etag'],
    (await kit.as.admin.get(terminalsApi.get, at(terminal))).headers['etag'],
  ]
  const before = await etags()
  expect(await kit.send(terminal, { ph: 7.5, unknown_key: 3 })).toBe(201)
  expect(await etags()).toEqual(before)
})
