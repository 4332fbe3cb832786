import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { PAGE_OPTIONS } from './browser.ts'
import { browser, product, runProduct } from './running-product.ts'
import { signInByPage } from './sign-in-by-page.ts'

const LIMIT_BYTES = 256_000

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

test('the first load, login and home together, stays below 256 kB of gzip JavaScript', async () => {
  const page = await browser.newPage(PAGE_OPTIONS)
  const sizes = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js'))
      sizes.set(
        pathname,
        response.body().then((body) => gzipSync(body).length),
      )
  })
  const live = connected(page)
  await signInByPage(page, product)
  await live
  await page.waitForFunction(() => '__appReady' in window)
  await page.waitForLoadState('networkidle')
  const bytes = await Promise.all(sizes.values())
  expect(bytes.length).toBeGreaterThan(0)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(LIMIT_BYTES)
})
