import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, inject } from 'vitest'
import { launchBrowser } from './browser.ts'
import { startProduct, type Product } from './product.ts'

/** The product and the browser of the test file that called `runProduct`; set before its first test. */
export let product: Product
export let browser: Browser

/** Starts the product and a browser before the tests of the file that calls this, and ends them after its last test. */
export function runProduct(): void {
  beforeAll(async () => {
    ;[product, browser] = await Promise.all([startProduct(inject('databaseUrl')), launchBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await product?.discard()
  })
}

/** Starts a product that was stopped or killed again, on the same database and folder. */
export async function restartProduct(): Promise<void> {
  product = await product.restart()
}
