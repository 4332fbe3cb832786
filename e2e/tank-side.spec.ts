import type { Page } from '@playwright/test'
import { beforeAll, test } from 'vitest'
import { PAGE_OPTIONS } from './browser.ts'
import { PHONE } from './looking.ts'
import { report, signIn, watchedTank, type WatchedTank } from './users.ts'
import { browser, product, runProduct } from './running-product.ts'
import { see } from './see.ts'
import { signInByPage } from './sign-in-by-page.ts'

runProduct()

let tank: WatchedTank
let neighbour: WatchedTank

beforeAll(async () => {
  const admin = await signIn(product)
  tank = await watchedTank(admin, 'TNK-014')
  neighbour = await watchedTank(admin, 'TNK-015')
  await say({ ph: 9.9, tank_temperature: 18.7 })
})

const say = (values: Record<string, number>) => report(product, tank, values)

/** Opens the page on a tablet in landscape. */
async function open(): Promise<Page> {
  const page = await browser.newPage({ ...PAGE_OPTIONS, viewport: { width: 1180, height: 820 } })
  // A headless browser has no wake lock, so the test grants it as a tablet does.
  await page.addInitScript(() => {
    const granted = () =>
      Object.assign(new EventTarget(), { released: false, type: 'screen', release: async () => undefined })
    Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => granted() } })
  })
  await signInByPage(page, product)
  await page.goto(`${product.page}/tanks/${tank.id}?tab=charts`)
  return page
}

test('the view beside the tank is full screen, keeps the screen awake, sounds the alarm, acknowledges it, and Esc leaves it', async () => {
  const page = await open()
  await page.getByRole('button', { name: 'Tank başı görünümü' }).click()
  await see(page.getByRole('heading', { level: 1 })).toHaveText('TNK-014 · Levrek larva TNK-014')
  await see(page.getByRole('navigation')).toHaveCount(0)
  await see.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await see(page.locator('[data-wake=held]')).toHaveText('Ekran açık kalır')

  const ph = page.locator('[data-metric=ph]')
  await see(ph).toContainText('9,90')
  await see(ph.getByText('9,90')).toHaveCSS('font-size', '48px')
  const lowest = () =>
    page
      .locator('main')
      .getByRole('button')
      .evaluateAll((buttons) => Math.min(...buttons.map((button) => button.getBoundingClientRect().height)))
  await see.poll(lowest).toBeGreaterThanOrEqual(56)
  await see.poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0)
  await say({ ph: 9.7, tank_temperature: 18.8 })
  await see(ph).toContainText('9,70')

  await page.getByRole('switch', { name: 'Sesli uyarı' }).click()
  await see(page.getByText('Sesli uyarı çalıyor')).toBeVisible()
  await page.getByRole('button', { name: 'Sustur 10 dk' }).click()
  await see(page.getByText(/Sesli uyarı \d\d:\d\d saatine kadar susturuldu/)).toBeVisible()
  await page.getByRole('button', { name: 'Onayla' }).click()
  await see(page.locator('[data-alarm-state=active_ack]')).toBeVisible()
  await see(page.getByText('Sesli uyarı açık')).toBeVisible()

  await page.getByRole('link', { name: `Sonraki tank: ${neighbour.code}` }).click()
  await see(page.getByRole('heading', { level: 1 })).toContainText(neighbour.code)
  await see(page).toHaveURL(`${product.page}/tanks/${neighbour.id}?tab=charts&view=side`)

  await page.keyboard.press('Escape')
  await see(page).toHaveURL(`${product.page}/tanks/${neighbour.id}?tab=charts`)
  await see(page.getByRole('navigation', { name: 'Ana menü' })).toBeVisible()
  await see.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()
})

test('on a phone the view beside the tank has two columns of tiles and does not scroll sideways', async () => {
  const page = await open()
  await page.setViewportSize(PHONE)
  await page.goto(`${product.page}/tanks/${tank.id}?view=side`)
  await see(page.locator('[data-metric]')).toHaveCount(9)
  await see.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})
