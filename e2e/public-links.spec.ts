import { deviceApi } from '@dalyan/contracts/device-messages'
import { displayLinksApi } from '@dalyan/contracts/display-links'
import { firmsApi } from '@dalyan/contracts/firms'
import { ordersApi } from '@dalyan/contracts/orders'
import { expect, test } from 'vitest'
import { newPhone } from './alarm-links.ts'
import { PAGE_OPTIONS } from './browser.ts'
import { browser, product, runProduct } from './running-product.ts'
import { see } from './see.ts'
import { signInByPage } from './sign-in-by-page.ts'
import { signIn, type WatchedTank, watchedTank } from './users.ts'

runProduct()

async function measure({ terminal: { code, key } }: WatchedTank, values: object): Promise<void> {
  const answer = await fetch(product.page + deviceApi.measurements.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${code}:${key}` },
    body: JSON.stringify(values),
  })
  expect(answer.status).toBe(201)
}

test('a tank shared on its page is read on a phone by its address, until the link is revoked', async () => {
  const admin = await signIn(product)
  const tank = await watchedTank(admin, 'PAYLAS-1')
  await measure(tank, { ph: 7.6 })
  const page = await browser.newPage(PAGE_OPTIONS)
  await signInByPage(page, product)
  await page.goto(`${product.page}/tanks/${tank.id}?dialog=share`)
  await page.getByRole('textbox', { name: /Kimin için/ }).fill('Deniz Restoran')
  await page.getByRole('button', { name: 'Bağlantı oluştur' }).click()
  const address = await page.getByRole('textbox', { name: 'Bağlantının adresi' }).innerText()
  await see(page.getByRole('img', { name: /kare kod/ })).toBeVisible()

  const phone = await newPhone(browser)
  const asked: string[] = []
  phone.on('request', (request) => asked.push(request.url()))
  await phone.goto(address)
  await see(phone.getByRole('heading', { level: 1 })).toContainText('PAYLAS-1')
  await see(phone.locator('[data-metric=ph]')).toHaveAttribute('data-state', 'in')
  await see(phone.locator('[data-chart=ph] canvas')).toBeVisible()
  const { hash } = new URL(address)
  expect(hash).toHaveLength(44)
  expect(asked.filter((url) => url.includes(hash.slice(1)))).toEqual([])

  // A new value comes by itself.
  await measure(tank, { ph: 7.7 })
  await see(phone.locator('[data-metric=ph]')).toContainText('7,70', { timeout: 15_000 })

  const { data } = await admin.call(displayLinksApi.list)
  for (const { id } of data) await admin.call(displayLinksApi.remove, undefined, id)
  await see(phone.getByRole('heading', { name: 'Bu bağlantı geçerli değil' })).toBeVisible({ timeout: 15_000 })
  await see(phone.locator('[data-metric]')).toHaveCount(0)
  await phone.context().close()
  await page.close()
})

test('the code on the sheet of an order leads to the record of its tank, until the order is cancelled', async () => {
  const admin = await signIn(product)
  const tank = await watchedTank(admin, 'KAYNAK-1')
  // A record ends with the last full minute.
  await measure(tank, { ph: 7.6, measured_at: Date.now() - 120_000 })
  const firm = await admin.call(firmsApi.create, { code: 'KORDON', name: 'Kordon Balık' })
  const items = [{ product: 'Levrek', quantity: 12.5, unit: 'kg', tank_id: tank.id }]
  const order = await admin.call(ordersApi.create, { firm_id: firm.id, items })
  const page = await browser.newPage(PAGE_OPTIONS)
  await signInByPage(page, product)
  await page.goto(`${product.page}/orders?dialog=view&id=${order.id}`)
  const address = await page.getByRole('link', { name: 'Kaydı aç' }).getAttribute('href')
  await page.getByRole('link', { name: 'Sipariş belgesi' }).click()
  await see(page.getByRole('heading', { name: `${order.code} siparişi` })).toBeVisible()
  await see(page.getByRole('img', { name: 'Levrek: kaynak tankın kaydı, kare kod olarak' })).toBeVisible()

  const phone = await newPhone(browser)
  const asked: string[] = []
  phone.on('request', (request) => asked.push(request.url()))
  await phone.goto(address ?? '')
  await see(phone.getByRole('heading', { level: 1, name: 'Levrek' })).toBeVisible()
  await see(phone.getByText('KAYNAK-1')).toBeVisible()
  await see(phone.locator('[data-chart=ph]')).toBeVisible()
  const { hash } = new URL(address ?? '')
  expect(hash).toMatch(/^#[0-9a-z]+\.1\.[\w-]{43}$/)
  expect(asked.filter((url) => url.includes(hash.slice(1)))).toEqual([])

  await admin.call(ordersApi.update, { status: 'cancelled' }, order.id)
  await phone.reload()
  await see(phone.getByRole('heading', { name: 'Bu kod geçerli değil' })).toBeVisible()
  await phone.context().close()
  await page.close()
})
