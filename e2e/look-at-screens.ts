import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { afterAll, beforeAll, inject } from 'vitest'
import { launchBrowser } from './browser.ts'
import { furnish, type Furnished } from './furnish.ts'
import { pageOf } from './looking.ts'
import { startProduct, type Product } from './product.ts'
import type { Screen } from './screens.ts'

/** A mail server that accepts nothing, so that the screens that need one are shown. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9' }

type ScreenUser = Screen['who']

interface ScreenLook {
  furnished: () => Furnished
  /** The page of a user, the same one for all tests of the file. */
  pageFor: (who: ScreenUser) => Promise<Page>
  /** Another page of a user. */
  newPage: (who: ScreenUser, options?: BrowserContextOptions) => Promise<Page>
}

/** Starts a furnished product and one browser for the tests of a file. */
export function lookAtScreens(): ScreenLook {
  let product: Product
  let browser: Browser
  let furnished: Furnished
  const pages = new Map<ScreenUser, Promise<Page>>()
  const newPage: ScreenLook['newPage'] = (who, options) =>
    pageOf(browser, product, who === 'visitor' ? null : furnished.people[who], options)

  beforeAll(async () => {
    ;[product, browser] = await Promise.all([startProduct(inject('databaseUrl'), MAIL), launchBrowser()])
    furnished = await furnish(product)
  })

  afterAll(async () => {
    await browser?.close()
    await product?.discard()
  })

  return {
    furnished: () => furnished,
    newPage,
    pageFor(who) {
      const page = pages.get(who) ?? newPage(who)
      pages.set(who, page)
      return page
    },
  }
}
