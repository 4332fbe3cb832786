import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, inject } from 'vitest'
import { launchBrowser } from './browser.ts'
import { furnish, type Furnished } from './furnish.ts'
import { pageOf } from './looking.ts'
import { startProduct, type Product } from './product.ts'
import { SCREENS, type Screen } from './screens.ts'

/** A mail server that accepts nothing, so that the screens that need one are shown. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9' }

/** Starts a furnished product and one browser for the tests of a file. @returns a function that opens the page of a signed-in user. */
export function lookAtScreens(): { furnished: () => Furnished; pageFor: (who: Screen['who']) => Page } {
  let product: Product
  let browser: Browser
  let furnished: Furnished
  const pages = new Map<Screen['who'], Page>()

  beforeAll(async () => {
    ;[product, browser] = await Promise.all([startProduct(inject('databaseUrl'), MAIL), launchBrowser()])
    furnished = await furnish(product)
    for (const who of new Set(SCREENS.map((screen) => screen.who))) {
      pages.set(who, await pageOf(browser, product, who === 'visitor' ? null : furnished.people[who]))
    }
  })

  afterAll(async () => {
    await browser?.close()
    await product?.discard()
  })

  return {
    furnished: () => furnished,
    pageFor(who) {
      const page = pages.get(who)
      if (!page) throw new Error(`nobody is ${who}`)
      return page
    },
  }
}
