import { DISPLAY_HEADER } from '@dalyan/contracts/display-header'
import { displayLinksApi } from '@dalyan/contracts/display-links'
import { logsApi } from '@dalyan/contracts/logs'
import { PLAN_MAX_BYTES, planApi } from '@dalyan/contracts/plan'
import { tanksApi } from '@dalyan/contracts/tanks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jpegOf, pngChunk, pngOf, webpOf } from '../../../../tests/pictures.ts'
import { startTestApp, type TestApp } from '../../../../tests/test-app.ts'
import type { TestUser } from '../../../../tests/test-users.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp()
})
afterAll(() => kit.close())

/** A firm with two tanks, and a user of it. */
async function farm() {
  const firm = await kit.given.firm()
  const firm_id = firm.id
  const tanks = [await kit.given.tank({ firm_id }), await kit.given.tank({ firm_id })] as const
  return { firm, firm_id, tanks, operator: await kit.someone({ role: 'operator', firm_id }) }
}
const upload = (firm_id: number | null, bytes: Buffer) =>
  kit.as.admin.put(planApi.setPicture, { body: { firm_id, image: bytes.toString('base64') } })
const planOf = async (caller: TestUser, firm_id: number | null) =>
  (await caller.get(planApi.get)).body.plans.find(({ firm }) => (firm?.id ?? null) === firm_id)
const fetchPicture = (headers: Record<string, string>, firm_id: number | null) =>
  kit.app.server.inject({
    url: planApi.picture.path,
    query: firm_id === null ? {} : { firm_id: String(firm_id) },
    headers,
  })
const bearer = ({ token }: TestUser) => ({ authorization: `Bearer ${token}` })

test('a firm with tanks has a plan, without a picture until an administrator uploads one', async () => {
  const { firm, firm_id, tanks, operator } = await farm()
  const ids = tanks.map(({ id }) => id)
  expect(await planOf(operator, firm_id)).toEqual({
    firm: { id: firm_id, code: firm.code, name: firm.name },
    picture: null,
    tanks: ids,
    positions: [],
    version: 0,
  })
  const { body } = await upload(firm_id, pngOf(300, 200))
  expect(body).toMatchObject({ picture: { width: 300, height: 200 }, tanks: ids, version: 1 })
  expect((await operator.get(planApi.get)).body).toEqual({ plans: [body] })
  expect(body.picture?.uploaded_by).toEqual(expect.any(String))
})

test('callers see the plans of their own firms alone', async () => {
  const [own, foreign] = [await farm(), await farm()]
  await upload(own.firm_id, pngOf(300, 200))
  expect(await planOf(foreign.operator, own.firm_id)).toBeUndefined()
  expect((await fetchPicture(bearer(foreign.operator), own.firm_id)).statusCode).toBe(404)
  expect((await fetchPicture({}, own.firm_id)).statusCode).toBe(401)
  expect((await fetchPicture(bearer(own.operator), own.firm_id)).statusCode).toBe(200)
})

test('tanks that belong to no firm have a plan that administrators see', async () => {
  const tank = await kit.given.tank({ firm_id: null })
  await upload(null, pngOf(300, 200))
  const first = await upload(null, pngOf(301, 200))
  expect(first.body).toMatchObject({ firm: null, picture: { width: 301 }, version: 2 })
  const place = { firm_id: null, positions: [{ tank_id: tank.id, x: 0.5, y: 0 }] }
  expect((await kit.as.admin.put(planApi.place, { body: place })).body.positions).toEqual(place.positions)
  expect((await fetchPicture(bearer(kit.as.admin), null)).statusCode).toBe(200)
  expect(await planOf(kit.as.operator, null)).toBeUndefined()
})

test.each([
  ['image/png', pngOf(300, 200, [pngChunk('tEXt', Buffer.from('<script>'))])],
  ['image/jpeg', jpegOf(300, 200)],
  ['image/webp', webpOf(300, 200)],
])('an uploaded %s is served as nothing but this picture', async (type, bytes) => {
  const { firm_id, operator } = await farm()
  expect((await upload(firm_id, Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]))).status).toBe(200)
  const served = await fetchPicture(bearer(operator), firm_id)
  expect(served.headers).toMatchObject({
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'content-disposition': 'inline',
    'cache-control': 'private, no-cache',
    vary: expect.stringContaining('authorization'),
  })
  expect(served.rawPayload.includes('script')).toBe(false)
  const etag = String(served.headers.etag)
  expect((await fetchPicture({ ...bearer(operator), 'if-none-match': etag }, firm_id)).statusCode).toBe(304)
})

test.each([
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    /PNG, JPEG veya WebP/,
  ],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), /PNG, JPEG veya WebP/],
  [
    'a page behind the head of a PNG',
    Buffer.concat([pngOf(300, 200).subarray(0, 33), Buffer.from('<script>')]),
    /bozuk/,
  ],
  ['a picture of a few pixels', pngOf(63, 200), /64 ile 4096 piksel/],
  ['a picture of too many pixels', webpOf(4097, 200), /64 ile 4096 piksel/],
  ['a file beyond 8 MiB', Buffer.concat([pngOf(300, 200), Buffer.alloc(PLAN_MAX_BYTES)]), /en fazla 8 MiB/],
])('%s cannot be the picture of a plan', async (_what, bytes, text) => {
  const { firm_id } = await farm()
  const refused = await upload(firm_id, bytes)
  expect({ status: refused.status, text: refused.body.errors?.['image']?.[0] }).toEqual({
    status: 422,
    text: expect.stringMatching(text),
  })
  expect((await planOf(kit.as.admin, firm_id))?.picture).toBeNull()
})

test('tanks are placed all at once, and only on the plan of their own firm', async () => {
  const { firm_id, tanks, operator } = await farm()
  const [first, second] = tanks
  const foreign = (await farm()).tanks[0]
  const place = (positions: object[], headers = {}) =>
    kit.as.admin.put(planApi.place, { body: { firm_id, positions: positions as never }, headers })
  const at = { x: 0.25, y: 0.75 }
  expect((await place([{ tank_id: first.id, ...at }])).status).toBe(404)
  await upload(firm_id, pngOf(300, 200))
  const placed = await place([{ tank_id: first.id, ...at }], { 'if-match': '"1"' })
  expect(placed.body).toMatchObject({ positions: [{ tank_id: first.id, ...at }], version: 2 })
  expect((await planOf(operator, firm_id))?.positions).toEqual([{ tank_id: first.id, ...at }])

  expect((await place([{ tank_id: foreign.id, ...at }])).body.errors).toEqual({ positions: ['Böyle bir tank yok.'] })
  const twice = [first, first].map(({ id }) => ({ tank_id: id, ...at }))
  expect((await place(twice)).status).toBe(422)
  expect((await place([{ tank_id: first.id, x: 1.01, y: 0 }])).status).toBe(422)
  expect((await place([], { 'if-match': '"1"' })).status).toBe(412)
  expect((await planOf(operator, firm_id))?.positions).toHaveLength(1)

  const both = [first, second].map(({ id }, i) => ({ tank_id: id, x: i, y: 0.5 }))
  expect((await place(both)).body.positions).toEqual(both)
  await kit.as.admin.delete(tanksApi.remove, { params: { id: second.id } })
  expect((await planOf(operator, firm_id))?.positions).toHaveLength(1)
})

test('a removed picture leaves the positions for the next one', async () => {
  const { firm_id, tanks } = await farm()
  await upload(firm_id, pngOf(300, 200))
  const positions = [{ tank_id: tanks[0].id, x: 0.5, y: 0.5 }]
  await kit.as.admin.put(planApi.place, { body: { firm_id, positions } })
  const remove = () => kit.as.admin.delete(planApi.remove, { query: { firm_id } })
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  expect((await fetchPicture(bearer(kit.as.admin), firm_id)).statusCode).toBe(404)
  expect(await planOf(kit.as.admin, firm_id)).toMatchObject({ picture: null, positions })
  expect((await upload(firm_id, pngOf(400, 200))).body).toMatchObject({ picture: { width: 400 }, positions })
})

test('the audit log shows the changed picture and the moved tanks', async () => {
  const { firm, firm_id, tanks } = await farm()
  await upload(firm_id, pngOf(300, 200))
  const place = (x: number) =>
    kit.as.admin.put(planApi.place, {
      body: { firm_id, positions: tanks.map(({ id }, i) => ({ tank_id: id, x: i === 0 ? x : 0, y: 0.5 })) },
    })
  await place(0.25)
  await place(0.5)
  const { data } = (await kit.as.admin.get(logsApi.audit, { query: { event: 'plan_changed', per_page: 3 } })).body
  expect(data.map(({ before, after }) => ({ before, after }))).toMatchObject([
    { before: { [`tank ${tanks[0].id}`]: '0.25 0.5' }, after: { [`tank ${tanks[0].id}`]: '0.5 0.5' } },
    { after: { [`tank ${tanks[1].id}`]: '0 0.5' } },
    { before: { picture: null }, after: { picture: expect.stringMatching(/^[0-9a-f]{16}$/) } },
  ])
  expect(data[0]?.target).toMatchObject({ kind: 'plan', name: firm.name })
})

test('a display link shows the plan of its firm, and names nobody', async () => {
  const { firm_id } = await farm()
  await upload(firm_id, pngOf(300, 200))
  const { body } = await kit.as.admin.post(displayLinksApi.create, { body: { name: 'Salon', firm_id } })
  const headers = { [DISPLAY_HEADER]: new URL(body.url).hash.slice(1) }
  const plans = (await kit.app.server.inject({ url: planApi.get.path, headers })).json()
  expect(plans.plans).toMatchObject([{ firm: { id: firm_id }, picture: { width: 300, uploaded_by: null } }])
  expect((await fetchPicture(headers, firm_id)).statusCode).toBe(200)
  expect((await fetchPicture(headers, null)).statusCode).toBe(404)
})
