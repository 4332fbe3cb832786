import { firmsApi } from '@dalyan/contracts/firms'
import { onCallApi } from '@dalyan/contracts/notifications'
import { rangeTemplatesApi } from '@dalyan/contracts/range-templates'
import { tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import type { Browser, Locator } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, PAGE_OPTIONS } from './browser.ts'
import { WIDE } from './looking.ts'
import { startMovedProduct, type MovedProduct } from './moved-product.ts'
import { ADMIN } from './product.ts'
import { newOperator, report, signIn, type WatchedTank } from './users.ts'
import { see } from './see.ts'
import { fillSignIn } from './sign-in-by-page.ts'

const SILENT_FOR_MS = 96_000
const STEP_MS = 12_000

let product: MovedProduct
let browser: Browser
let operator: Awaited<ReturnType<typeof newOperator>>

/** A farm of three halls: a tank of hall A is out of range; all terminals of hall B, and the only one of hall C, are silent. */
beforeAll(async () => {
  ;[product, browser] = await Promise.all([startMovedProduct({}), launchBrowser()])
  const admin = await signIn(product)
  const firm = await admin.call(firmsApi.create, { code: 'EGE', name: 'Ege Su Ürünleri' })
  operator = await newOperator(admin, firm.id, 'Ayse Demir')
  const next = await newOperator(admin, firm.id, 'Mehmet Kaya')
  const order = [operator.id, next.id].map((user_id) => ({ user_id }))
  await admin.call(onCallApi.set, { data: order }, firm.id)
  const template = await admin.call(rangeTemplatesApi.create, {
    name: 'Levrek',
    delay_seconds: 0,
    ranges: { ph: { min: 7.5, max: 8.3, severity: 'critical' }, tank_temperature: { min: 16, max: 22 } },
  })
  const halls = { A: ['A-1', 'A-2'], B: ['B-1', 'B-2', 'B-3'], C: ['C-1'] }
  const tanks: WatchedTank[] = []
  for (const [hall, codes] of Object.entries(halls))
    for (const code of codes) {
      const terminal = await admin.call(terminalsApi.create, { code: `T-${code}`, offline_after_seconds: 60 })
      const { id } = await admin.call(tanksApi.create, {
        code,
        name: `Larva ${code}`,
        location: `${hall} salonu`,
        iot_ids: [terminal.id],
        range_template_id: template.id,
        firm_id: firm.id,
        status: 'active',
      })
      tanks.push({ id, code, terminal: { id: terminal.id, code: terminal.code, key: terminal.key } })
    }
  for (const tank of tanks) await report(product, tank, { ph: 7.9, tank_temperature: 19 })
  // In steps: the clock of alarms takes a longer gap between two ticks for a failure of the server.
  for (let passed = 0; passed < SILENT_FOR_MS; passed += STEP_MS) {
    product.clock.advance(STEP_MS)
    await product.alarmsTicked()
    for (const tank of tanks.filter(({ code }) => code.startsWith('A')))
      await report(product, tank, { ph: tank.code === 'A-1' ? 8.9 : 7.9, tank_temperature: 19 })
  }
})

afterAll(async () => {
  await browser?.close()
  await product?.discard()
})

/** A page on which a user, the operator unless another is named, has just signed in, and a function that counts clicks. */
async function signedIn(who: { email: string; password: string } = operator) {
  const page = await browser.newPage({ ...PAGE_OPTIONS, viewport: WIDE, reducedMotion: 'reduce' })
  await page.goto(product.page)
  await fillSignIn(page, who)
  let clicks = 0
  async function click(target: Locator): Promise<void> {
    clicks += 1
    await target.click()
  }
  return { page, click, clicks: () => clicks }
}

test('the curve of the worst tank is one click away from the sign-in', async () => {
  const { page, click, clicks } = await signedIn()
  await click(page.getByRole('link', { name: /^A-1 · pH yüksek/ }))
  await see(
    page.getByRole('article', { name: /^A-1 · pH yüksek/ }).getByRole('img', { name: 'Son 6 saat: pH' }),
  ).toBeVisible()
  expect(clicks()).toBeLessThanOrEqual(1)
  await page.context().close()
})

test('everything that a power cut raised is acknowledged by two clicks', async () => {
  const { page, click, clicks } = await signedIn()
  await click(page.getByRole('link', { name: 'B salonu: 3 terminal sustu' }))
  const incident = page.getByRole('article', { name: 'B salonu: 3 terminal sustu' })
  await click(incident.getByRole('button', { name: /^Hepsini onayla/ }))
  await see(page.getByText('3 alarm onaylandı')).toBeVisible()
  expect(clicks()).toBeLessThanOrEqual(2)
  await page.context().close()
})

test('why a terminal is silent is said after one click', async () => {
  const { page, click, clicks } = await signedIn()
  await click(page.getByRole('link', { name: /^Neden sessiz\? C-1/ }))
  await see(page.getByRole('region', { name: 'Neden sessiz?' })).toContainText('bağlantısı kesildi')
  expect(clicks()).toBeLessThanOrEqual(1)
  await page.context().close()
})

test('two tanks over 30 days are compared by an operator after four clicks', async () => {
  const { page, click, clicks } = await signedIn()
  await click(page.getByRole('link', { name: 'Ölçümler' }))
  await click(page.getByRole('tab', { name: 'Karşılaştır' }))
  await see(page.getByRole('combobox', { name: 'Tarih aralığı' })).toHaveText('Son 30 gün')
  await click(page.getByRole('combobox', { name: 'Tank' }))
  await click(page.getByRole('option', { name: /^A-2/ }))
  await see(page.getByRole('img', { name: /A-2/ }).first()).toBeVisible()
  expect(clicks()).toBeLessThanOrEqual(4)
  await page.context().close()
})

test('a shift is handed over by two clicks and a sentence', async () => {
  const { page, click, clicks } = await signedIn()
  await click(page.getByRole('link', { name: 'Vardiyayı devret' }))
  await page.getByRole('textbox', { name: 'Not' }).fill('B salonunda elektrik yok.')
  await click(page.getByRole('button', { name: 'Devret ve bildir: Mehmet Kaya' }))
  await see(page.getByText(/Mehmet Kaya.*devral/).first()).toBeVisible()
  expect(clicks()).toBeLessThanOrEqual(2)
  await page.context().close()
})

test('a new terminal delivers a mapped name to a tank after eight clicks of an administrator', async () => {
  const { page, click, clicks } = await signedIn(ADMIN)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await click(page.getByRole('link', { name: 'Terminaller' }))
  await click(page.getByRole('button', { name: 'Yeni Terminal' }))
  await see(page.getByRole('dialog').getByRole('textbox', { name: /^Kod/ })).toBeFocused()
  await page.keyboard.type('T-YENI')
  await click(page.getByRole('combobox', { name: 'Tank' }))
  await click(page.getByRole('option', { name: /^A-2/ }))
  await click(page.getByRole('button', { name: 'Oluştur' }))
  const issued = page.getByRole('dialog', { name: 'T-YENI terminalinin anahtarı' })
  await click(issued.getByRole('button', { name: 'Anahtarı kopyala' }))
  await see(issued.getByText('Kopyalandı')).toBeVisible()
  const key = await page.evaluate(() => navigator.clipboard.readText())
  await click(issued.getByRole('link', { name: 'Sakladım, terminale git' }))
  await see(page.getByRole('heading', { level: 1, name: 'T-YENI' })).toBeVisible()

  const terminal = { id: 0, code: 'T-YENI', key }
  await report(product, { id: 0, code: 'A-2', terminal }, { water_temp: 18.4, ph: 7.9 })
  const names = page.getByRole('region', { name: 'Tanınmayan alanlar' })
  await see(names).toContainText('water_temp = 18,4')
  await click(names.getByRole('button', { name: 'Eşle' }))
  await see(page.getByRole('region', { name: 'Eşlenen alanlar' })).toContainText('Tank Sıcaklığı olarak kaydediliyor')
  expect(clicks()).toBeLessThanOrEqual(8)

  await report(product, { id: 0, code: 'A-2', terminal }, { water_temp: 18.6, ph: 7.9 })
  await see(page.getByText(/18,6/).first()).toBeVisible()
  await page.context().close()
})
