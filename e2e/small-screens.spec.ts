import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { expectNoSidewaysScroll, PHONE } from './looking.ts'
import { report, signIn, watchedTank, type WatchedTank } from './users.ts'
import { startProduct, type Product } from './product.ts'
import { see } from './see.ts'
import { signInByPage } from './sign-in-by-page.ts'

const NARROWEST = { width: 320, height: 640 }

let product: Product
let browser: Browser
let tank: WatchedTank

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(inject('databaseUrl')), launchBrowser()])
  tank = await watchedTank(await signIn(product), 'TNK-014')
  await report(product, tank, { ph: 9.9, tank_temperature: 18.7, ambient_temperature: 20, cabinet_temperature: 25 })
})

afterAll(async () => {
  await browser?.close()
  await product?.discard()
})

/** The elements beyond the right edge of the screen, which are unreachable because the page does not scroll sideways. */
function beyondTheEdge(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('header *, main *')].flatMap((element) => {
      const { left, right, width, height } = element.getBoundingClientRect()
      if (width <= 1 || height <= 1 || (right <= document.documentElement.clientWidth && left >= 0)) return []
      for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
        if (getComputedStyle(around).overflowX !== 'visible') return []
      }
      return [`${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`.slice(0, 80)]
    }),
  )
}

async function opened(path: string, options: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage({ locale: 'tr-TR', reducedMotion: 'reduce', ...options })
  await signInByPage(page, product)
  await page.goto(product.page + path)
  await page.waitForFunction(() => (globalThis as { __appReady?: boolean }).__appReady === true)
  return page
}

test('every target of the view beside the tank is 56 px high on a touch screen', async () => {
  const page = await opened(`/tanks/${tank.id}?view=side`, {
    viewport: { width: 1180, height: 820 },
    hasTouch: true,
    isMobile: true,
  })
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  await see(page.getByRole('button', { name: 'Onayla' })).toBeVisible()
  const small = () =>
    page.locator('main').evaluate((main) =>
      [...main.querySelectorAll('button, a[href], label:has(input)')].flatMap((target) => {
        const { width, height } = target.getBoundingClientRect()
        return height < 56 || width < 44 ? [`${target.textContent} ${width} × ${height}`] : []
      }),
    )
  await expect.poll(small).toEqual([])
  await page.context().close()
})

test('at 320 px no screen scrolls sideways, and the time range of the charts can be narrowed', async () => {
  const page = await opened(`/measurements?tank=${tank.id}`, { viewport: NARROWEST })
  await see(page.locator('[data-chart=ph]').first()).toBeVisible()
  await expectNoSidewaysScroll(page, '/measurements of one tank')
  await expect.poll(() => beyondTheEdge(page)).toEqual([])
  const narrow = page.getByRole('button', { name: 'Aralığı daralt' })
  const box = await narrow.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(NARROWEST.width)
  await narrow.click()
  await see(page).toHaveURL(/from=now-12h/)
  await page.goto(`${product.page}/admin`)
  await see(page.getByRole('region', { name: 'Sunucu durumu' })).toBeVisible()
  await expectNoSidewaysScroll(page, '/admin')
  await expect.poll(() => beyondTheEdge(page)).toEqual([])
  await page.context().close()
})

test('a value tile keeps its size and position while its age grows', async () => {
  const page = await opened(`/tanks/${tank.id}`, { viewport: PHONE })
  const age = page.locator('[data-metric=ph] [data-age]')
  await see(age).toBeVisible()
  const boxes = () =>
    page.locator('[data-metric]').evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().toJSON()))
  const before = await boxes()
  for (const text of ['şimdi', '8 sn önce', '48 sn önce', '59 dk önce', '23 sa önce']) {
    await age.evaluate((element, words) => (element.textContent = words), text)
    expect(await boxes(), text).toEqual(before)
  }
  await page.context().close()
})

test('a bar of the alarm statistics is a target of 24 px on a phone', async () => {
  const page = await opened('/alarms?tab=statistics&from=now-90d', { viewport: PHONE, hasTouch: true, isMobile: true })
  const bars = page.locator('[data-bars] > a')
  await see(bars.first()).toBeVisible()
  const widths = () => bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width))
  await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThanOrEqual(24)
  await page.context().close()
})

test('a printed page has no navigation and no top bar', async () => {
  const page = await opened('/admin', { viewport: { width: 1180, height: 820 } })
  await see(page.getByRole('banner')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await see(page.getByRole('banner')).toBeHidden()
  await see(page.getByRole('navigation', { name: 'Ana menü' })).toBeHidden()
  await see(page.getByRole('contentinfo')).toBeHidden()
  await see(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.context().close()
})

test('the crosshair shows the same instant in every chart, separate and overlaid', async () => {
  const page = await opened(`/tanks/${tank.id}?tab=charts&overlay=1`, { viewport: { width: 1440, height: 900 } })
  const chart = page.locator('[data-chart=ph]')
  await see(chart.locator('canvas')).toBeVisible()
  await see(page.locator('[data-chart]')).toHaveCount(2)
  const over = chart.locator('.u-over')
  await over.hover({ position: { x: 60, y: 40 } })
  const times = () =>
    page
      .locator('li:has([data-chart])')
      .evaluateAll((cards) => cards.map((card) => /\d\d\.\d\d\.\d{4} \d\d:\d\d/.exec(card.textContent ?? '')?.[0]))
  await expect.poll(async () => (await times()).every(Boolean)).toBe(true)
  expect(new Set(await times()).size).toBe(1)
  await page.context().close()
})
