import type { Page } from '@playwright/test'
import { beforeAll, expect, test } from 'vitest'
import { report, signIn, watchedTank, type WatchedTank } from './users.ts'
import { browser, product, restartProduct, runProduct } from './running-product.ts'
import { see } from './see.ts'
import { signInByPage } from './sign-in-by-page.ts'

runProduct()

let tank: WatchedTank

beforeAll(async () => {
  tank = await watchedTank(await signIn(product), 'TNK-014')
  await report(product, tank, { ph: 9.9, tank_temperature: 18.7 })
})

const keptAnswers = (page: Page) =>
  page.evaluate(async () => {
    const kept = await caches.open('kept-answers')
    return (await kept.keys()).map(({ url }) => new URL(url).pathname)
  })

/** The full cache of answers as text. */
const keptText = (page: Page) =>
  page.evaluate(async () => {
    const kept = await caches.open('kept-answers')
    const texts = (await kept.keys()).map(async (key) => (await kept.match(key))?.text())
    return (await Promise.all(texts)).join('')
  })

test('the page can be installed because its manifest and icons are served', async () => {
  const manifest = (await (await fetch(`${product.page}/manifest.webmanifest`)).json()) as {
    start_url: string
    icons: { src: string; sizes: string }[]
  }
  expect(manifest.start_url).toBe('/home')
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  for (const { src } of manifest.icons) {
    const icon = await fetch(product.page + src)
    expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, expect.stringMatching(/^image\//)])
  }
})

test('a reload without a server shows the last values and the open alarm, marked as old', async () => {
  const page = await browser.newPage({ locale: 'tr-TR' })
  await signInByPage(page, product)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto(`${product.page}/tanks/${tank.id}`)
  await see(page.locator('[data-metric="ph"]')).toContainText('9,90')
  await see.poll(() => keptAnswers(page)).toContain(`/api/tanks/${tank.id}`)
  await see.poll(() => keptAnswers(page)).toContain('/api/alarms')
  await see.poll(() => keptAnswers(page)).toContain('/api/user')
  const text = await keptText(page)
  expect(text.length).toBeGreaterThan(100)
  expect(text).not.toContain('TNK-014')

  await product.stop()
  await page.reload()
  await see(page.getByText(/Sunucuya ulaşılamıyor. Gösterilen veriler .* itibarıyla/)).toBeVisible()
  await see(page.locator('[data-metric="ph"]')).toContainText('9,90')
  await see(page.getByText('pH yüksek', { exact: false }).first()).toBeVisible()
  await see(page.locator('[data-live="live"]')).toHaveCount(0)

  await restartProduct()
})

test('no answer stays in the cache after the session ended, also none that comes later', async () => {
  const page = await browser.newPage({ locale: 'tr-TR' })
  const logout = Promise.withResolvers<void>()
  await page.context().route('**/api/tanks?late=1', async (route) => {
    const response = await route.fetch({ url: `${product.page}/api/tanks` })
    await logout.promise
    await route.fulfill({ response })
  })
  await signInByPage(page, product)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto(`${product.page}/tanks`)
  await see.poll(() => keptAnswers(page)).toContain('/api/tanks')
  const late = await page.evaluateHandle(() => {
    const authorization = `Bearer ${sessionStorage.getItem('token')}`
    return { status: fetch('/api/tanks?late=1', { headers: { authorization } }).then(({ status }) => status) }
  })
  await page.getByRole('button', { name: /Hesap menüsü/ }).click()
  await page.getByRole('button', { name: 'Çıkış Yap' }).click()
  await page.waitForURL(`${product.page}/`)
  await see.poll(() => keptAnswers(page)).toEqual([])
  logout.resolve()
  expect(await late.evaluate(({ status }) => status)).toBe(200)
  // The worker answers first, and stores then.
  await page.waitForTimeout(500)
  expect(await keptAnswers(page)).toEqual([])
})
