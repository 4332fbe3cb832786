import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { THEMES, type ThemeName } from '@dalyan/contracts/auth'
import { describe, expect, test } from 'vitest'
import { lookAtScreens } from './look-at-screens.ts'
import { addressesOf, expectAccessible, expectNoSidewaysScroll, openScreen, PHONE, wear, WIDE } from './looking.ts'
import { REDIRECTS, SCREENS } from './screens.ts'

const MOST_WORN: readonly ThemeName[] = ['light', 'dark', 'navy']
const IN_ALL_THEMES = ['/tanks', '/tanks/$id']

const { furnished, pageFor } = lookAtScreens()

/** The addresses of the router, read from its source: each route names its parent and its own segment. */
async function routesOfThePage(): Promise<string[]> {
  const router = await readFile(join(import.meta.dirname, '../apps/web/src/app/router.tsx'), 'utf8')
  const written = router.matchAll(
    /const (\w+) = createRoute\(\{\s*getParentRoute: \(\) => (\w+),\s*(?:path: '([^']+)')?/g,
  )
  const addresses = new Map<string, string>()
  for (const [, name = '', parent = '', segment = ''] of written) {
    addresses.set(name, `${addresses.get(parent) ?? ''}${segment === '/' && addresses.has(parent) ? '' : segment}`)
  }
  return [...new Set(addresses.values())].filter(Boolean)
}

test('every route has a row in the table of screens', async () => {
  const known = new Set([...SCREENS.map(({ route }) => route), ...REDIRECTS])
  expect((await routesOfThePage()).toSorted()).toEqual([...known].toSorted())
})

describe.each(SCREENS)('$route of $who', (screen) => {
  test('is accessible and fits a phone in the most used themes', async () => {
    const page = pageFor(screen.who)
    for (const [index, address] of addressesOf(screen, furnished()).entries()) {
      const isScreenAlone = index === 0
      await page.setViewportSize(PHONE)
      await openScreen(page, screen, address)
      for (const theme of isScreenAlone && IN_ALL_THEMES.includes(screen.route) ? THEMES : MOST_WORN) {
        await wear(page, theme)
        await expectAccessible(page, `${address} in ${theme} on a phone`, theme === 'light' ? 'all' : 'colours')
        await expectNoSidewaysScroll(page, `${address} in ${theme}`)
      }
      if (!isScreenAlone) continue
      // A wide screen draws tables and a navigation rail instead of cards.
      await page.setViewportSize(WIDE)
      await expectAccessible(page, `${address} on a wide screen`, 'all')
    }
  })
})
