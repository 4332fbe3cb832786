import { alarmsApi } from '@dalyan/contracts/alarms'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAGE_OPTIONS } from './browser.ts'
import { type ProductUser, signIn, watchedTank, type WatchedTank } from './users.ts'
import { type ConnectedDevice, connectDevice } from './devices.ts'
import { browser, product, runProduct } from './running-product.ts'
import { see } from './see.ts'
import { signInByPage } from './sign-in-by-page.ts'

runProduct()

let admin: ProductUser
let tank: WatchedTank
let terminal: ConnectedDevice

beforeAll(async () => {
  admin = await signIn(product)
  tank = await watchedTank(admin, 'TNK-014')
  terminal = await connectDevice(product, tank.terminal)
})

afterAll(async () => {
  await terminal?.end()
})

const stateOf = async () => (await admin.call(alarmsApi.list)).data[0]?.state ?? null

/** Presses Tab until the focused element has this name: its label, its field's name or its text. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      return element?.getAttribute('aria-label') ?? element?.getAttribute('name') ?? element?.textContent ?? ''
    })
    if (name.test(focused)) return
  }
  throw new Error(`Tab never came to ${String(name)}`)
}

test('an operator acknowledges, shelves and closes an alarm by keyboard alone', async () => {
  const page = await browser.newPage({ ...PAGE_OPTIONS, viewport: { width: 1440, height: 900 } })
  await signInByPage(page, product)
  await terminal.publish({ ph: 7.9 })
  await page.goto(`${product.page}/alarms?view=alarms`)
  await see(page.getByText('Açık alarm yok')).toBeVisible()
  await see(page.getByText(/aralıkta$/)).toBeVisible()

  await terminal.publish({ ph: 8.59 })
  const row = page.getByRole('row', { name: /TNK-014/ })
  await see(row).toContainText('pH yüksek')
  await see(row).toContainText('8,59 / 8,30')

  await tabTo(page, /^Onayla: TNK-014/)
  await page.keyboard.press('Enter')
  await see(row).toContainText('Aktif, onaylandı')
  await expect.poll(stateOf).toBe('active_ack')

  // The focus stays in the row, so the next Tab stop is the next button.
  await see(page.locator(':focus')).toHaveAccessibleName(/^Ertele: TNK-014/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Alarmı ertele: TNK-014, pH yüksek' })
  await see(dialog).toBeVisible()
  await tabTo(page, /^reason$/)
  await page.keyboard.type('Sensör temizliği')
  await tabTo(page, /^Ertele$/)
  await page.keyboard.press('Enter')
  await see(dialog).toHaveCount(0)

  await see(page.locator(':focus')).toHaveAccessibleName(/^Ertelemeyi kaldır: TNK-014/)

  await page.goto(`${product.page}/alarms?tab=shelved`)
  await see(row).toContainText('Sensör temizliği')
  await tabTo(page, /^Ertelemeyi kaldır: TNK-014/)
  await page.keyboard.press('Enter')
  // When shelving ends, the alarm asks for acknowledgement again.
  await expect.poll(stateOf).toBe('active_unack')

  await page.goto(`${product.page}/alarms?view=alarms`)
  await see(row).toContainText('Aktif, onay bekliyor')
  await terminal.publish({ ph: 7.9 })
  await see(row).toContainText('Normale döndü, onay bekliyor')
  await tabTo(page, /^Onayla: TNK-014/)
  await page.keyboard.press('Enter')
  await see(row).toContainText('Kapandı')
  await expect.poll(stateOf).toBe(null)

  await page.goto(`${product.page}/alarms?tab=history`)
  await see(row).toContainText('Kapandı')
  await tabTo(page, /^Grafikte göster: TNK-014/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/tanks\/\d+\?tab=charts&from=.*metrics=ph/)
  await page.close()
})
