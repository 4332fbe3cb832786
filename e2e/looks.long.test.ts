import { THEMES } from '@dalyan/contracts/themes'
import { describe, test } from 'vitest'
import { lookAtScreens } from './look-at-screens.ts'
import {
  addressesOf,
  expectAccessible,
  expectNoSidewaysScroll,
  openScreen,
  PHONE,
  TABLET,
  wear,
  WIDE,
} from './looking.ts'
import { SCREENS } from './screens.ts'

const { furnished, pageFor } = lookAtScreens()

describe.each(SCREENS)('$route of $who', (screen) => {
  test.each([WIDE, TABLET, PHONE])('in each theme at $width px', async (size) => {
    const page = await pageFor(screen.who)
    await page.setViewportSize(size)
    for (const address of addressesOf(screen, furnished())) {
      await openScreen(page, screen, address)
      for (const theme of THEMES) {
        await wear(page, theme)
        await expectAccessible(page, `${address} in ${theme}`, 'all')
        await expectNoSidewaysScroll(page, `${address} in ${theme}`)
      }
    }
  })
})
