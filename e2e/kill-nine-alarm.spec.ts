import { createHmac } from 'node:crypto'
import { firmsApi } from '@dalyan/contracts/firms'
import { notificationsApi } from '@dalyan/contracts/notifications'
import { webhooksApi, type WebhookWithSecret } from '@dalyan/contracts/webhooks'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { mailText } from '../apps/server/tests/mail-text.ts'
import { report, signIn, watchedTank, type WatchedTank } from './users.ts'
import { startProduct, type Product } from './product.ts'
import { openReceivers, type Receivers } from './receivers.ts'

/** The moments at which the process is killed, and how the test reaches them. */
const DEATHS: [string, (by: Receivers) => Promise<unknown>][] = [
  // First, because the webhook is retried 15 s later, during the other cases.
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

/** Resolves when every notification is sent, or dropped because the recipient has no browser. */
async function untilAllAreSent(): Promise<void> {
  const client = new pg.Client(product.databaseUrl)
  await client.connect()
  // After a failure the database may be gone before the product.
  client.on('error', () => undefined)
  const waiting = async () => {
    const { rows } = await client.query<{ channel: string }>(
      'select channel from notifications where user_id is not null and next_try_at is not null',
    )
    return rows.map(({ channel }) => channel)
  }
  await expect.poll(waiting, { timeout: 60_000 }).toEqual([])
  await client.end()
}

const header = (source: string, name: string) => new RegExp(`^${name}: (.+)$`, 'im').exec(source)?.[1]?.trim()

test.each(DEATHS.map(([moment, reach], index) => ({ moment, reach, index })))(
  'after kill -9 when $moment every notification is sent once or twice, with the same id',
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
    await untilAllAreSent()

    const mails = receivers.smtp.mails.filter(({ source }) => mailText(source).includes(code))
    expect(mails.length).toBeGreaterThanOrEqual(1)
    expect(mails.length).toBeLessThanOrEqual(2)
    const ids = new Set(mails.map(({ source }) => header(source, 'Message-ID')))
    expect([...ids]).toEqual([expect.stringMatching(/^<notification-\d+-\d+@dalyan>$/)])
    expect(new Set(mails.map(({ source }) => header(source, 'X-Dalyan-Alarms'))).size).toBe(1)

    const again = await signIn(product)
    const lines = (await again.call(notificationsApi.list)).data.filter(({ title }) => title.includes(code))
    expect(lines).toHaveLength(1)
  },
)

test('the webhook of each alarm is sent at least once, at most once more per kill, signed, with the same id', async () => {
  const callsOf = ({ code }: WatchedTank) =>
    receivers.https.received.filter(({ body }) => body.toString().includes(`"${code}"`))
  for (const tank of tanks) {
    await expect.poll(() => callsOf(tank).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(1)
    const calls = callsOf(tank)
    // A retry in flight during another kill is sent once more.
    expect(calls.length).toBeLessThanOrEqual(1 + DEATHS.length)
    expect(new Set(calls.map(({ headers }) => headers['x-dalyan-delivery'])).size).toBe(1)
    for (const { body, headers } of calls) {
      const signature = createHmac('sha256', webhook.secret).update(body).digest('hex')
      expect(headers['x-dalyan-signature']).toBe(`sha256=${signature}`)
    }
  }
  // A request without an answer is repeated.
  const { data } = await (await signIn(product)).call(webhooksApi.deliveries, undefined, webhook.id)
  expect(data.at(-1)).toMatchObject({ state: expect.stringMatching('waiting|delivered') })
})
