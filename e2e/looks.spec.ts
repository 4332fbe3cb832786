import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { THEMES, type ThemeName } from '@dalyan/contracts/themes'
import { describe, expect, test } from 'vitest'
import { lookAtScreens } from './look-at-screens.ts'
import {
  addressesOf,
  expectAccessible,
  expectNoSidewaysScroll,
  expectOnlyValues,
  openScreen,
  PHONE,
  TABLET,
  wear,
  WIDE,
} from './looking.ts'
import { REDIRECTS, SCREENS } from './screens.ts'

const MOST_WORN: readonly ThemeName[] = ['light', 'dark', 'navy']
/** The screens that are open all day, also at night and on a wall: these are checked in every theme, on a phone and on a wide screen. */
const SCREENS_OF_SHIFT: ReadonlySet<string> = new Set([
  '/home',
  '/wall',
  '/alarms',
  '/handover',
  '/tanks',
  '/tanks/$id',
  '/terminals/$id',
  '/measurements',
])
const VIEWS_OF_SHIFT = /v=|tab=(journal|relation|pattern|compare)|dialog=mode/

const { furnished, pageFor } = lookAtScreens()

/** The addresses of the router, read from its source: a page in the shell, or a route below the root or the logs. */
async function routesOfThePage(): Promise<string[]> {
  const router = await readFile(join(import.meta.dirname, '../apps/web/src/app/router.tsx'), 'utf8')
  const written = router.matchAll(/\bpage\('([^']+)'|\.\.\.(inRoot|inLogs),\s*path: '([^']+)'/g)
  const addresses = [...written].map(([, ofPage, parent, segment = '']) => {
    if (ofPage !== undefined) return ofPage
    return parent === 'inLogs' ? `/logs${segment === '/' ? '' : segment}` : segment
  })
  return [...new Set(addresses)]
}

test('every route has a row in the table of screens', async () => {
  const known = new Set([...SCREENS.map(({ route }) => route), ...REDIRECTS])
  expect((await routesOfThePage()).toSorted()).toEqual([...known].toSorted())
})

describe.each(SCREENS)('$route of $who', (screen) => {
  test('is accessible, fits its width in the most used themes, and shows no missing value', async () => {
    const page = await pageFor(screen.who)
    for (const [index, address] of addressesOf(screen, furnished()).entries()) {
      // What surrounds the view of a tab or dialog was checked with the screen alone.
      const part = index === 0 ? 'page' : 'view'
      const isOfShift = index === 0 ? SCREENS_OF_SHIFT.has(screen.route) : VIEWS_OF_SHIFT.test(address)
      await page.setViewportSize(PHONE)
      await openScreen(page, screen, address)
      await expectNoSidewaysScroll(page, `${address} on a phone`)
      await expectOnlyValues(page, `${address} on a phone`)
      for (const theme of isOfShift ? THEMES : MOST_WORN) {
        await wear(page, theme)
        await expectAccessible(page, `${address} in ${theme} on a phone`, theme === 'light' ? 'all' : 'colours', part)
      }
      if (index > 0) continue
      // A tablet has the colours of the wide screen; `looks.long.test.ts` checks each theme at each width.
      await page.setViewportSize(TABLET)
      await expectNoSidewaysScroll(page, `${address} on a tablet`)
      // A wide screen draws tables and a navigation rail instead of cards.
      await page.setViewportSize(WIDE)
      await expectNoSidewaysScroll(page, `${address} on a wide screen`)
      await expectOnlyValues(page, `${address} on a wide screen`)
      for (const theme of isOfShift ? THEMES : []) {
        await wear(page, theme)
        await expectAccessible(page, `${address} in ${theme} on a wide screen`, 'colours')
      }
      await expectAccessible(page, `${address} on a wide screen`, 'all')
    }
  })
})
