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

test('every route is a screen that is looked at', async () => {
  const router = await readFile(join(import.meta.dirname, '../apps/web/src/app/router.tsx'), 'utf8')
  const routes = [...router.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path)
  expect(routes).toContain('/home')
  expect([...new Set([...SCREENS.map(({ route }) => route), ...REDIRECTS])].toSorted()).toEqual(routes.toSorted())
})

describe.each(SCREENS)('$route of $who', (screen) => {
  test('is accessible and fits a phone in the themes worn most', async () => {
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
      // A wide screen draws tables and the menu's rail in place of cards.
      await page.setViewportSize(WIDE)
      await expectAccessible(page, `${address} on a wide screen`, 'all')
    }
  })
})
