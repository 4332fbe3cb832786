import { alarmsApi } from '@dalyan/contracts/alarms'
import { authApi } from '@dalyan/contracts/auth'
import { firmsApi } from '@dalyan/contracts/firms'
import { notificationsApi } from '@dalyan/contracts/notifications'
import { tanksApi } from '@dalyan/contracts/tanks'
import type { Browser, Page } from '@playwright/test'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { mailOf, newPhone, tokenIn } from './alarm-links.ts'
import { addAuthenticator, addPasskey } from './authenticator.ts'
import { launchBrowser } from './browser.ts'
import { expectAccessible, expectNoSidewaysScroll, wear } from './looking.ts'
import { newOperator, report, signIn, watchedTank, type ProductUser } from './users.ts'
import { signInByPage } from './sign-in-by-page.ts'
import { startProduct, type Product } from './product.ts'
import { openReceivers, type Receivers } from './receivers.ts'
import { see } from './see.ts'

let receivers: Receivers
let product: Product
let browser: Browser
let admin: ProductUser
let printed = ''
let links: [isil: string, murat: string]
let firmId: number
let murat: Awaited<ReturnType<typeof newOperator>>

beforeAll(async () => {
  receivers = await openReceivers()
  ;[product, browser] = await Promise.all([
    startProduct(inject('databaseUrl'), { ...receivers.settings, LOG_LEVEL: 'debug' }),
    launchBrowser(),
  ])
  for (const stream of [product.process.stdout, product.process.stderr])
    stream?.on('data', (text: Buffer) => (printed += text.toString()))
  admin = await signIn(product)
  const firm = await admin.call(firmsApi.create, { code: 'EGE', name: 'Ege Su Ürünleri' })
  firmId = firm.id
  const people = await Promise.all(
    (['Isil Öztürk', 'Murat Kaya'] as const).map((name) => newOperator(admin, firm.id, name)),
  )
  murat = people[1] as typeof murat
  await report(product, await watchedTank(admin, 'TNK-014', firm.id), { ph: 9.9 })
  const [ofIsil = '', ofMurat = ''] = await Promise.all(
    people.map(async ({ email }) => tokenIn(await mailOf(receivers.smtp, email, 'pH yüksek: 9,90'))),
  )
  links = [ofIsil, ofMurat]
})

afterAll(async () => {
  await browser?.close()
  await product?.discard()
  await receivers?.close()
})

async function opened(page: Page, token: string): Promise<Page> {
  await page.goto(`${product.page}/alarm-link#${token}`)
  await page.waitForFunction(() => (globalThis as { __appReady?: boolean }).__appReady === true)
  return page
}

/** The token with another signature. */
const forged = (token: string) => token.replace(/[^.]+$/, 'A'.repeat(43))

const alarm = async () => (await admin.call(alarmsApi.list)).data.find(({ tank }) => tank?.code === 'TNK-014')

test('an alarm link acknowledges on a phone without a session, and a second visitor sees who acknowledged', async () => {
  expect(new Set(links).size).toBe(2)
  const [phone, other] = await Promise.all([newPhone(browser), newPhone(browser)])
  const addresses: string[] = []
  phone.on('request', (request) => addresses.push(request.url()))
  await Promise.all([opened(phone, links[0]), opened(other, links[1])])
  await see(phone.getByRole('heading', { level: 1 })).toHaveText('pH yüksek')
  await see(phone.getByText('9,90')).toBeVisible()
  await see(phone.getByText('8,30')).toBeVisible()
  await see(phone.getByText(/Isil Öztürk olarak onaylarsınız/)).toBeVisible()
  for (const theme of ['light', 'dark'] as const) {
    await wear(phone, theme)
    await expectAccessible(phone, `the link in ${theme}`, theme === 'light' ? 'all' : 'colours')
    await expectNoSidewaysScroll(phone, `the link in ${theme}`)
  }
  // Opening the link does not acknowledge the alarm.
  expect(await alarm()).toMatchObject({ state: 'active_unack', acknowledged_by: null })

  await phone.getByRole('button', { name: 'Onayla' }).click()
  await see(phone.getByText(/^Onaylandı · Isil Öztürk/)).toBeVisible()
  await see(phone.getByRole('button', { name: 'Onayla' })).toHaveCount(0)
  expect(await alarm()).toMatchObject({ state: 'active_ack', acknowledged_by: { name: 'Isil Öztürk' } })

  await other.getByRole('button', { name: 'Onayla' }).click()
  await see(other.getByText(/^Onaylandı · Isil Öztürk/)).toBeVisible()
  await opened(other, links[0])
  await see(other.getByText(/^Onaylandı · Isil Öztürk/)).toBeVisible()

  // The token is never part of a requested URL, which logs and histories could store.
  expect(addresses.length).toBeGreaterThan(3)
  expect(addresses.filter((address) => address.includes(links[0]))).toEqual([])
  await Promise.all([phone.context().close(), other.context().close()])
})

test('a damaged alarm link says that it is invalid and leads to the login', async () => {
  const phone = await newPhone(browser)
  for (const token of [forged(links[1]), links[1].slice(0, -1), 'x']) {
    await opened(phone, token)
    await see(phone.getByText('Bu bağlantının süresi dolmuş ya da geçersiz.')).toBeVisible()
    await see(phone.getByRole('link', { name: 'Oturum aç' })).toBeVisible()
    await see(phone.getByRole('button', { name: 'Onayla' })).toHaveCount(0)
  }
  await opened(phone, '')
  await see(phone.getByText(/Bağlantı eksik/)).toBeVisible()
  await phone.context().close()
})

test('whoever has a passkey acknowledges under the own name from a link that is over, and from the link of a colleague', async () => {
  await report(product, await watchedTank(admin, 'TNK-015', firmId), { ph: 9.9 })
  const token = tokenIn(await mailOf(receivers.smtp, 'isil@example.org', 'TNK-015'))
  const phone = await newPhone(browser)
  await addAuthenticator(phone)
  await signInByPage(phone, product, murat)
  await addPasskey(phone, product, murat.password)
  /** As on a phone that was asleep since yesterday. */
  const endSession = () =>
    phone.evaluate(() => {
      sessionStorage.clear()
      localStorage.clear()
    })
  const button = phone.getByRole('button', { name: 'Geçiş anahtarıyla giriş' })

  // The link of a colleague is valid: it names its own user until another one signs in.
  await endSession()
  await phone.goto('about:blank')
  await opened(phone, token)
  await see(phone.getByText(/Isil Öztürk olarak onaylarsınız/)).toBeVisible()
  await button.click()
  await see(phone.getByText('Murat Kaya olarak onaylarsınız.')).toBeVisible()
  await see(phone.getByText(/Isil Öztürk olarak/)).toHaveCount(0)

  await endSession()
  await phone.goto('about:blank')
  await opened(phone, forged(token))
  await see(phone.getByText('Bu bağlantının süresi dolmuş ya da geçersiz.')).toBeVisible()
  await see(phone.getByRole('button', { name: 'Onayla' })).toHaveCount(0)
  await expectAccessible(phone, 'a link that is over', 'all')
  await expectNoSidewaysScroll(phone, 'a link that is over')
  await button.click()
  await see(phone.getByText('Murat Kaya olarak onaylarsınız.')).toBeVisible()
  expect(new URL(phone.url()).pathname).toBe('/alarm-link')
  await phone.getByRole('button', { name: 'Onayla' }).click()
  await see(phone.getByText(/^Onaylandı · Murat Kaya/)).toBeVisible()
  const { data } = await admin.call(alarmsApi.list)
  expect(data.find(({ tank }) => tank?.code === 'TNK-015')).toMatchObject({
    state: 'active_ack',
    acknowledged_by: { name: 'Murat Kaya' },
  })
  await phone.context().close()
})

test('the token of an alarm link opens nothing else of the API and appears in no log', async () => {
  for (const { method, path } of [authApi.me, alarmsApi.list, tanksApi.list, notificationsApi.list]) {
    for (const headers of [
      { authorization: `Bearer ${links[0]}` },
      { 'x-auth-token': links[0] },
      { 'x-access-token': links[0] },
    ] as Record<string, string>[]) {
      const answer = await fetch(product.page + path, { method, headers })
      expect([path, answer.status]).toEqual([path, 401])
    }
  }
  const client = new pg.Client(product.databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ found: string }>(
    `select l::text as found from server_logs l where l::text like $1 union all select l::text from tank_logs l where l::text like $1`,
    [`%${links[0]}%`],
  )
  await client.end()
  expect(rows).toEqual([])
  expect(printed).not.toContain(links[0])
  expect(printed).not.toContain(links[0].split('.')[3])
})
