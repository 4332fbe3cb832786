import { createHmac } from 'node:crypto'
import { firmsApi } from '@dalyan/contracts/firms'
import { notificationsApi } from '@dalyan/contracts/notifications'
import { webhooksApi, type WebhookWithSecret } from '@dalyan/contracts/webhooks'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { mailText } from '../apps/server/tests/mail-text.ts'
import { report, signIn, watchedTank, type WatchedTank } from './people.ts'
import { startProduct, type Product } from './product.ts'
import { openReceivers, type Receivers } from './receivers.ts'

/** Where the process dies: what has then happened, and what makes sure of it. */
const DEATHS: [string, (by: Receivers) => Promise<unknown>][] = [
  // First: the webhook's next try comes a quarter of a minute later, while the others die.
  [
    'mail and webhook are taken, and not answered',
    ({ smtp, https }) => Promise.all([smtp.silentAt('taken'), https.hold()]),
  ],
  ['the alarm is stored, and nothing has left', () => Promise.resolve()],
  ['the mail is taken, and it was said so', ({ smtp }) => smtp.silentAt('answer')],
]

let receivers: Receivers
let product: Product
let webhook: WebhookWithSecret
const tanks: WatchedTank[] = []

beforeAll(async () => {
  receivers = await openReceivers()
  product = await startProduct(inject('databaseUrl'), receivers.settings)
  const admin = await signIn(product)
  const firm = await admin.call(firmsApi.create, { code: 'EGE', name: 'Ege Su Ürünleri' })
  webhook = await admin.call(webhooksApi.create, { firm_id: firm.id, url: `${receivers.https.url}/siren` })
  await admin.call(notificationsApi.setPreferences, { all_firms: true })
  for (const index of DEATHS.keys()) {
    tanks.push(await watchedTank(admin, `TNK-${index}`, firm.id))
  }
})

afterAll(async () => {
  await product?.discard()
  await receivers?.close()
})

/** Every message to people is told, or dropped for want of a browser. */
async function untilAllIsTold(): Promise<void> {
  const client = new pg.Client(product.databaseUrl)
  await client.connect()
  // Its database goes before it does where the test fails half-way.
  client.on('error', () => undefined)
  const waiting = async () => {
    const { rows } = await client.query<{ channel: string }>(
      'select channel from tellings where told_at is null and dropped_at is null',
    )
    return rows.map(({ channel }) => channel)
  }
  await expect.poll(waiting, { timeout: 60_000 }).toEqual([])
  await client.end()
}

const header = (source: string, name: string) => new RegExp(`^${name}: (.+)$`, 'im').exec(source)?.[1]?.trim()

test.each(DEATHS.map(([moment, reach], index) => ({ moment, reach, index })))(
  'kill -9 when $moment: told once or twice, by the same id, never not at all',
  async ({ reach, index }) => {
    const tank = tanks[index]
    if (!tank) throw new Error('no tank is left')
    const { code } = tank
    const isThere = reach(receivers)
    await report(product, tank, { ph: 9.9 })
    await isThere
    await product.kill()
    receivers.smtp.talk()
    receivers.https.answer(201)
    product = await product.restart()
    await untilAllIsTold()

    const mails = receivers.smtp.mails.filter(({ source }) => mailText(source).includes(code))
    expect(mails.length).toBeGreaterThanOrEqual(1)
    expect(mails.length).toBeLessThanOrEqual(2)
    const ids = new Set(mails.map(({ source }) => header(source, 'Message-ID')))
    expect([...ids]).toEqual([expect.stringMatching(/^<telling-\d+-\d+@dalyan>$/)])
    expect(new Set(mails.map(({ source }) => header(source, 'X-Dalyan-Alarms'))).size).toBe(1)

    const again = await signIn(product)
    const lines = (await again.call(notificationsApi.list)).data.filter(({ title }) => title.includes(code))
    expect(lines).toHaveLength(1)
  },
)

test('the webhook of each was told at least once, at most once more for each death, by the same id, signed', async () => {
  const callsOf = ({ code }: WatchedTank) =>
    receivers.https.received.filter(({ body }) => body.toString().includes(`"${code}"`))
  for (const tank of tanks) {
    await expect.poll(() => callsOf(tank).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(1)
    const calls = callsOf(tank)
    // Where its next try comes when the process dies for another one, it is told once more.
    expect(calls.length).toBeLessThanOrEqual(1 + DEATHS.length)
    expect(new Set(calls.map(({ headers }) => headers['x-dalyan-delivery'])).size).toBe(1)
    for (const { body, headers } of calls) {
      const signature = createHmac('sha256', webhook.secret).update(body).digest('hex')
      expect(headers['x-dalyan-signature']).toBe(`sha256=${signature}`)
    }
  }
  // What nobody answered comes again, if it has not yet.
  const { data } = await (await signIn(product)).call(webhooksApi.deliveries, undefined, webhook.id)
  expect(data.at(-1)).toMatchObject({ state: expect.stringMatching('waiting|delivered') })
})
