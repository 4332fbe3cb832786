import type { Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { lookAtScreens } from './look-at-screens.ts'
import { addressesOf, PHONE } from './looking.ts'
import { SCREENS, type Screen } from './screens.ts'
import { see } from './see.ts'

/** The sum of all shifts of a screen while it is drawn, as the browser measures them. */
const MOST_SHIFT = 0.05
/** A tenth of a second at 60 frames a second; frames instead of milliseconds, because a busy machine draws fewer of them. */
const MOST_EMPTY_FRAMES = 6
/** A mobile network: the code and the data of each page arrive one after the other. */
const SLOW = { offline: false, latency: 100, downloadThroughput: 500_000, uploadThroughput: 500_000 }
/** A page without data, from which each screen is opened. */
const START = '/change-password'

const { furnished, newPage } = lookAtScreens()

interface PaintFigures {
  /** Frames after the navigation without a skeleton and without the screen itself. */
  emptyFrames: number
  shift: number
  /** The largest shift: what moved from where to where. */
  moved: string
}

/** Runs in the page: counts layout shifts, and looks at each frame for the first that shows something of the next screen. */
function observe(): void {
  const seen = { from: 0, title: '', emptyFrames: 0, isDrawn: true, shift: 0, worst: 0, moved: '' }
  Object.assign(globalThis, { firstPaint: seen })
  interface LayoutShift extends PerformanceEntry {
    value: number
    sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const boxText = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
  new PerformanceObserver((list) => {
    for (const { startTime, value, sources } of list.getEntries() as LayoutShift[]) {
      if (startTime < seen.from) continue
      seen.shift += value
      if (value <= seen.worst) continue
      seen.worst = value
      seen.moved = sources
        .map(({ node, previousRect, currentRect }) => {
          return `${node?.nodeName} "${node?.textContent?.slice(0, 40)}" ${boxText(previousRect)} → ${boxText(currentRect)}`
        })
        .join('; ')
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const title = () => document.querySelector('h1')?.textContent ?? ''
  const look = () => {
    seen.isDrawn ||=
      document.querySelector('main .MuiSkeleton-root') !== null || (title() !== '' && title() !== seen.title)
    if (!seen.isDrawn) seen.emptyFrames++
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  Object.assign(globalThis, {
    openMeasured(address: string) {
      Object.assign(seen, {
        from: performance.now(),
        title: title(),
        isDrawn: false,
        emptyFrames: 0,
        shift: 0,
        worst: 0,
        moved: '',
      })
      history.pushState({}, '', address)
    },
  })
}

/** The first visit of a screen: its code is not loaded yet, and no data of it are known. */
async function measure(page: Page, { ready, who }: Screen, address: string): Promise<PaintFigures> {
  if (who === 'visitor') {
    await page.goto(address)
  } else {
    await page.evaluate((to) => history.pushState({}, '', to), START)
    await see(page.getByRole('heading', { level: 1, name: 'Şifre Değiştir' })).toBeVisible()
    await page.evaluate(
      (to) => (globalThis as unknown as { openMeasured: (to: string) => void }).openMeasured(to),
      address,
    )
  }
  await see(page.locator('main').getByText(ready).first()).toBeAttached()
  await see(page.locator('.MuiSkeleton-root')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => (globalThis as unknown as { firstPaint: PaintFigures }).firstPaint)
}

/** Dialogs and panels that open on a screen are not screens of their own; a display has another frame. */
const isScreen = (address: string) => !/dialog=|view=side|v=display/.test(address)

test.each(['visitor', 'customer', 'operator', 'admin'] as const)(
  'on a phone every screen of %s begins with a skeleton, and nothing moves while it is drawn',
  async (who) => {
    const page = await newPage(who, { viewport: PHONE, serviceWorkers: 'block' })
    await page.addInitScript(observe)
    if (who !== 'visitor') await page.goto(START)
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Network.enable')
    await devTools.send('Network.emulateNetworkConditions', SLOW)
    for (const screen of SCREENS.filter((each) => each.who === who)) {
      for (const address of addressesOf(screen, furnished()).filter(isScreen)) {
        const { emptyFrames, shift, moved } = await measure(page, screen, address)
        expect.soft(shift, `${address}: ${moved}`).toBeLessThanOrEqual(MOST_SHIFT)
        // Opened from itself, a page has no skeleton.
        if (address === START) continue
        expect.soft(emptyFrames, `${address}: frames without a skeleton`).toBeLessThanOrEqual(MOST_EMPTY_FRAMES)
      }
    }
    await page.context().close()
  },
)
