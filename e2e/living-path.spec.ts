import type { BrowserContext, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, watchedTank, type WatchedTank } from './users.ts'
import { ADMIN } from './product.ts'
import { type ConnectedDevice, connectDevice } from './devices.ts'
import { browser, product, runProduct } from './running-product.ts'
import { see } from './see.ts'
import { signInByPage } from './sign-in-by-page.ts'

runProduct()

let tank: WatchedTank
let terminal: ConnectedDevice

beforeAll(async () => {
  tank = await watchedTank(await signIn(product), 'TNK-014')
  terminal = await connectDevice(product, tank.terminal)
})

afterAll(async () => {
  await terminal?.end()
})

async function newPage(): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ locale: 'tr-TR' })
  return { page: await context.newPage(), context }
}

async function opened(page: Page, path: string): Promise<void> {
  await page.goto(product.page + path)
  await page.waitForFunction(() => (globalThis as { __appReady?: boolean }).__appReady === true)
}

test('a user signs in, sees a value change within a second, and an alarm appear and clear', async () => {
  await terminal.publish({ tank_temperature: 18.7, ph: 7.9, salinity: 36.3 })
  const { page, context } = await newPage()
  await signInByPage(page, product)
  await opened(page, `/tanks/${tank.id}`)
  const ph = page.locator('[data-metric="ph"]')
  await see(ph).toHaveAttribute('data-state', 'in')
  await see(ph).toContainText('7,90')
  await see(page.locator('[data-live="live"]').first()).toBeVisible()

  // On a busy machine some of them arrive late.
  let value = 7.9
  const untilSeen = async () => {
    value += 0.01
    const sent = performance.now()
    await terminal.publish({ tank_temperature: 18.8, ph: Number(value.toFixed(2)) })
    await page.waitForFunction(
      (text) => document.querySelector('[data-metric="ph"]')?.textContent?.includes(text) === true,
      value.toFixed(2).replace('.', ','),
    )
    return performance.now() - sent
  }
  await expect.poll(untilSeen).toBeLessThan(1_500)

  await terminal.publish({ tank_temperature: 18.8, ph: 8.59 })
  await see(ph).toHaveAttribute('data-state', 'high')
  await see(page.getByText('pH yüksek', { exact: false }).first()).toBeVisible()

  await terminal.publish({ tank_temperature: 18.8, ph: 7.9 })
  await see(ph).toHaveAttribute('data-state', 'in')
  await see(page.getByText('Normale döndü', { exact: false }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Onayla' }).first().click()
  await see(page.getByRole('button', { name: 'Onayla' })).toHaveCount(0)
  await context.close()
})

test('a wrong password is answered with the text of the contract', async () => {
  const { page, context } = await newPage()
  await page.goto(product.page)
  await page.getByLabel('E-posta').fill(ADMIN.email)
  await page.getByRole('textbox', { name: 'Şifre' }).fill('not the password')
  await page.getByRole('button', { name: 'Giriş Yap' }).click()
  await see(page.getByRole('alert')).toContainText('E-posta veya şifre hatalı. Lütfen kontrol ediniz.')
  await see(page.getByLabel('E-posta')).toHaveValue(ADMIN.email)
  await context.close()
})
