import { expect, test } from 'vitest'
import { lookAtScreens } from './look-at-screens.ts'
import { addressesOf, openScreen } from './looking.ts'
import type { Screen } from './screens.ts'
import { see } from './see.ts'

/** A4 without its margins, CSS px. */
const PAPER = { width: 703, height: 1032 }
/** Marks in a chart and the pairs beside a relation are buttons on the screen, and say something on paper too. */
const CONTROLS =
  'header.MuiPaper-root, nav, footer, [role=tablist], [role=combobox], .MuiButton-root, .MuiIconButton-root, .MuiSkeleton-root, [data-shell]'

/** What is printed in the daily work. */
const PRINTED: readonly Screen[] = [
  { route: '/handover', who: 'operator', ready: 'Devredilen işler' },
  { route: '/handover', who: 'operator', ready: 'Günlük: bütün tanklar', views: ['?tab=journal'] },
  { route: '/alarms', who: 'admin', ready: 'Alarmlar', views: ['?tab=history'] },
  { route: '/orders/$id', who: 'customer', ready: 'Kodu telefonla okutun', record: 'order' },
  { route: '/tanks/$id', who: 'operator', ready: 'TNK-014', record: 'tank', views: ['?tab=charts'] },
  {
    route: '/measurements',
    who: 'operator',
    ready: 'TNK-014',
    record: 'tank',
    views: ['relation', 'pattern', 'compare'].map((tab) => `?tank=$id&tab=${tab}`),
  },
]

const { furnished, newPage } = lookAtScreens()

const named = PRINTED.map((screen) => [`${screen.route}${screen.views?.join(' ') ?? ''}`, screen] as const)

test.each(named)('%s is printed on A4 in light colours and without the shell', async (_, screen) => {
  const page = await newPage(screen.who)
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  for (const address of addressesOf(screen, furnished())) {
    await page.emulateMedia({ media: 'screen' })
    await openScreen(page, screen, address)
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize(PAPER)
    await see(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await see(page.getByText(/Yazdırıldı: \d\d\.\d\d\.\d{4}/)).toBeVisible()
    const shown = () =>
      page
        .locator(CONTROLS)
        .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.outerHTML.slice(0, 160)))
    await expect.poll(async () => ({ address, shown: await shown() })).toEqual({ address, shown: [] })
    const headingsAlone = await page
      .locator('main section')
      .evaluateAll((all) =>
        all.flatMap((one) =>
          one instanceof HTMLElement && one.innerText === one.querySelector('h2')?.innerText ? [one.innerText] : [],
        ),
      )
    expect.soft(headingsAlone, address).toEqual([])
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth), address)
      .toBeLessThanOrEqual(PAPER.width)
  }
  await page.context().close()
})
