import { displayLinksApi } from '@dalyan/contracts/display-links'
import { homeApi } from '@dalyan/contracts/home'
import { logsApi } from '@dalyan/contracts/logs'
import { wallApi, type Wall } from '@dalyan/contracts/wall'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/test-app.ts'
import { makeSecret } from '../../core/secrets/random-secret.ts'

let kit: TestApp
beforeAll(async () => {
  kit = await startTestApp({ BASE_URL: 'https://dalyan.example' })
})
afterAll(() => kit.close())

async function makeLink(firm_id: number | null, name = 'Salon ekranı') {
  const { status, body } = await kit.as.admin.post(displayLinksApi.create, { body: { name, firm_id } })
  expect(status).toBe(201)
  return { ...body, secret: new URL(body.url).hash.slice(1) }
}

test('a display link is shown once, with its secret behind #, and the database stores only a hash', async () => {
  const { id, url, secret } = await makeLink(kit.ownFirm.id)
  expect(url).toMatch(/^https:\/\/dalyan\.example\/wall\?v=display#[\w-]{43}$/)
  const { body } = await kit.as.admin.get(displayLinksApi.list)
  expect(body.data.find((link) => link.id === id)).toMatchObject({
    name: 'Salon ekranı',
    firm: kit.ownFirm,
    last_used_at: null,
  })
  expect(JSON.stringify(body)).not.toContain(secret)
  const { rows } = await kit.database.query('select * from display_links where id = $1', [id])
  expect(JSON.stringify(rows)).not.toContain(secret)
})

test('a display link needs a name and a firm that exists, or null for every firm', async () => {
  const make = (body: object) => kit.as.admin.post(displayLinksApi.create, { body } as never)
  expect(await make({ name: ' ', firm_id: null })).toMatchObject({ status: 422, body: { errors: { name: [{}] } } })
  expect(await make({ name: 'Ekran' })).toMatchObject({ status: 422, body: { errors: { firm_id: [{}] } } })
  expect(await make({ name: 'Ekran', firm_id: 99_999 })).toMatchObject({ status: 422, body: { code: 'unknown_firm' } })
  expect((await make({ name: 'Ekran', firm_id: null })).status).toBe(201)
})

test('making and revoking a display link is audited without its secret', async () => {
  const { id, secret } = await makeLink(kit.ownFirm.id, 'Denetlenen')
  expect((await kit.as.admin.delete(displayLinksApi.remove, { params: { id } })).status).toBe(204)
  expect((await kit.as.admin.delete(displayLinksApi.remove, { params: { id } })).status).toBe(404)
  const { body } = await kit.as.admin.get(logsApi.audit, { query: { target: ['display_link'], target_id: id } })
  expect(body.data.map(({ event, target }) => [event, target?.name])).toEqual([
    ['display_link_deleted', 'Denetlenen'],
    ['display_link_created', 'Denetlenen'],
  ])
  expect(JSON.stringify(body)).not.toContain(secret)
})

test('a display link opens nothing but the overview', async () => {
  const { secret } = await makeLink(null)
  for (const url of [homeApi.home.path, displayLinksApi.list.path, '/api/tanks', '/api/alarms']) {
    const reply = await kit.app.server.inject({ url, headers: { 'x-display-link': secret } })
    expect([url, reply.statusCode]).toEqual([url, 401])
    const asBearer = await kit.app.server.inject({ url, headers: { authorization: `Bearer ${secret}` } })
    expect([url, asBearer.statusCode]).toEqual([url, 401])
  }
})

test('a screen sees the tanks of its firm and of the firms below it, and nothing once its link is revoked', async () => {
  const [above, foreign] = [await kit.given.firm(), await kit.given.firm()]
  const below = await kit.given.firm({ parent_id: above.id })
  const own = await kit.given.tank({ firm_id: above.id })
  const lower = await kit.given.tank({ firm_id: below.id })
  const other = await kit.given.tank({ firm_id: foreign.id })
  const see = (secret: string) =>
    kit.app.server.inject({ url: wallApi.get.path, headers: { 'x-display-link': secret } })
  const tanksOf = async (secret: string) => (await see(secret)).json<Wall>().tanks.map(({ id }) => id)

  const { id, secret } = await makeLink(above.id)
  expect(await tanksOf(secret)).toEqual([own.id, lower.id])
  expect(await tanksOf((await makeLink(null)).secret)).toEqual([own.id, lower.id, other.id])
  await vi.waitFor(async () => {
    const { body } = await kit.as.admin.get(displayLinksApi.list, { query: { filter_firm_id: above.id } })
    expect(body.data[0]?.last_used_at).toBe(new Date(kit.clock.now()).toISOString())
  })

  await kit.as.admin.delete(displayLinksApi.remove, { params: { id } })
  expect([(await see(secret)).statusCode, (await see('x'.repeat(43))).statusCode]).toEqual([401, 401])
})

test('beyond thirty unknown secrets a minute an address is refused, and a right one works on', async () => {
  const { secret } = await makeLink(kit.ownFirm.id)
  const see = async (given: string) => {
    const headers = { 'x-display-link': given }
    return (await kit.app.server.inject({ url: wallApi.get.path, remoteAddress: '198.51.100.7', headers })).statusCode
  }
  const statuses = []
  for (let n = 0; n < 32; n += 1) statuses.push(await see(makeSecret().secret))
  expect(statuses).toEqual([...Array<number>(30).fill(401), 429, 429])
  expect(await see(secret)).toBe(200)
})
