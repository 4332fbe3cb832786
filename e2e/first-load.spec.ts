import { gzipSync } from 'node:zlib'
import type { Page, Request, Response } from '@playwright/test'
import { expect, test } from 'vitest'
import { PAGE_OPTIONS } from './browser.ts'
import { PHONE } from './looking.ts'
import { browser, product, runProduct } from './running-product.ts'
import { see } from './see.ts'
import { signInByPage } from './sign-in-by-page.ts'

/** With what follows on every visit: the live connection, the bell, and the incidents (`SECOND` in vite.config.ts). */
const LIMIT_BYTES = 260_000

runProduct()

/** The Socket.IO packet of an accepted connection. */
const LET_IN = '40'

/** Resolves when the live connection is open; its code is loaded only after the page is drawn. */
async function connected(page: Page): Promise<void> {
  const socket = await page.waitForEvent(
    'websocket',
    (socket) => new URL(socket.url()).port === String(product.socketPort),
  )
  await socket.waitForEvent('framereceived', ({ payload }) => payload.toString().startsWith(LET_IN))
}

test('the first load, login and home together, stays below 260 kB of gzip JavaScript', async () => {
  const page = await browser.newPage(PAGE_OPTIONS)
  const sizes = new Map<string, Promise<number>>()
  const measure = (response: Response): void => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js'))
      sizes.set(
        pathname,
        response.body().then((body) => gzipSync(body).length),
      )
  }
  page.on('response', measure)
  const live = connected(page)
  await signInByPage(page, product)
  await live
  await page.waitForFunction(() => '__appReady' in window)
  await page.waitForLoadState('networkidle')
  // Code fetched in advance later is not part of the first load, and the page closes before it is read.
  page.off('response', measure)
  const bytes = await Promise.all(sizes.values())
  expect(bytes.length).toBeGreaterThan(0)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LIMIT_BYTES)
})

test('the tanks are fetched while the code of their page is on its way', async () => {
  const page = await browser.newPage(PAGE_OPTIONS)
  await signInByPage(page, product)
  const { promise: isAsked, resolve: sendCode } = Promise.withResolvers<void>()
  await page.route(/\/assets\/TanksPage-/, async (route) => {
    await isAsked
    await route.continue()
  })
  const request = page.waitForRequest(/\/api\/tanks\?/)
  await page.goto(`${product.page}/tanks`)
  await request
  sendCode()
  await page.waitForFunction(() => '__appReady' in window)
  await page.close()
})

test('until the user is known, the window shows the name of the system and that it is loading', async () => {
  const page = await browser.newPage(PAGE_OPTIONS)
  await signInByPage(page, product)
  await page.evaluate(() => sessionStorage.removeItem('user'))
  const { promise: isSeen, resolve: sendUser } = Promise.withResolvers<void>()
  await page.route('**/api/user', async (route) => {
    await isSeen
    await route.continue()
  })
  const isAsked = page.waitForRequest('**/api/user')
  await page.goto(`${product.page}/tanks`)
  await isAsked
  await see(page.locator('header')).toHaveText('Dalyan')
  await see(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
  sendUser()
  await see(page.getByRole('heading', { level: 1, name: 'Tanklar' })).toBeVisible()
  await page.close()
})

test('the code of a page of tanks is fetched before any code of the page has run', async () => {
  const page = await browser.newPage(PAGE_OPTIONS)
  await signInByPage(page, product)
  const { promise: isAsked, resolve: sendCode } = Promise.withResolvers<void>()
  const entry = await page.evaluate(
    () => document.querySelector<HTMLLinkElement>('link[rel=modulepreload]')?.href ?? '',
  )
  await page.route(entry, async (route) => {
    await isAsked
    await route.continue()
  })
  const request = page.waitForRequest(/\/assets\/TanksPage-/)
  await page.goto(`${product.page}/tanks`)
  await request
  sendCode()
  await see(page.getByRole('heading', { level: 1, name: 'Tanklar' })).toBeVisible()
  await page.close()
})

test.for(['/home', '/tanks', '/tanks/1?tab=charts', '/wall'])(
  'what %s shows first is asked for before any code of the page has run, and is not asked for again',
  async (address) => {
    const page = await browser.newPage(PAGE_OPTIONS)
    await signInByPage(page, product)
    const { promise: isAsked, resolve: sendCode } = Promise.withResolvers<void>()
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await isAsked
      await route.continue()
    })
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto(`${product.page}${address}`)
    await expect.poll(() => requests.filter((path) => path.startsWith('/api/')).length).toBeGreaterThan(1)
    sendCode()
    await page.waitForFunction(() => '__appReady' in window)
    const untaken = await page.evaluate(() =>
      'earlyAnswers' in window ? [...(window.earlyAnswers as Map<string, unknown>).keys()] : ['none was asked for'],
    )
    expect(untaken).toEqual([])
    await page.close()
  },
)

test('filters and the menu of a row open without a network that was there when the list came', async () => {
  const page = await browser.newPage({ ...PAGE_OPTIONS, viewport: PHONE })
  await signInByPage(page, product)
  // What the home page still loads is not waited for.
  await page.goto('about:blank')
  const underWay = new Set<Request>()
  page.on('request', (request) => underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  const sheet = page.waitForRequest(/\/assets\/FilterSheet-/)
  await page.goto(`${product.page}/users`)
  await sheet
  await expect.poll(() => [...underWay].filter((request) => request.url().includes('/assets/'))).toEqual([])
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Filtreler' }).click()
  await see(page.getByRole('dialog', { name: 'Filtreler' })).toBeVisible()
  await page.keyboard.press('Escape')
  await see(page.getByRole('dialog', { name: 'Filtreler' })).toBeHidden()
  await page
    .getByRole('button', { name: /diğer işlemler$/ })
    .first()
    .click()
  await see(page.getByRole('menu')).toBeVisible()
  await page.close()
})
