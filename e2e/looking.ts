import { setTimeout as sleep } from 'node:timers/promises'
import AxeBuilder from '@axe-core/playwright'
import type { ThemeName } from '@dalyan/contracts/auth'
import type { Browser, Page } from '@playwright/test'
import { expect } from 'vitest'
import type { Furnished } from './furnish.ts'
import type { Person } from './people.ts'
import type { Product } from './product.ts'
import type { Screen } from './screens.ts'
import { see } from './see.ts'

export const WIDE = { width: 1440, height: 900 }
export const PHONE = { width: 360, height: 740 }

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What a theme can break; everything else is the same in all of them. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** For a screen that a busy machine has not drawn to its end. */
const SETTLED_AFTER_MS = 2_000

/** Always in the light theme. */
const OF_GUESTS: ReadonlySet<string> = new Set(['/', '/forgot-password', '/reset-password', '/confirm-email'])

/** A page on which that person is signed in; nothing on it moves. */
export async function pageOf(browser: Browser, { page: address }: Product, person: Person | null): Promise<Page> {
  const context = await browser.newContext({
    baseURL: address,
    locale: 'tr-TR',
    reducedMotion: 'reduce',
    viewport: WIDE,
  })
  if (person) {
    await context.addInitScript((token) => {
      sessionStorage.setItem('token', token)
      localStorage.setItem('session', '1')
    }, person.token)
  }
  return context.newPage()
}

/** The addresses of a screen's views. */
export function addressesOf({ route, views = [''], record }: Screen, { ids }: Furnished): string[] {
  return views.map((view) => (route + view).replaceAll('$id', record ? String(ids[record]) : '$id'))
}

/** Goes there and waits until its data are drawn, in the tab or the dialog too that is open. */
export async function openScreen(page: Page, { ready }: Screen, address: string): Promise<void> {
  const dialog = page.locator('[role=dialog], [role=alertdialog]')
  const { pathname, searchParams } = new URL(address, 'http://page')
  const tab = searchParams.get('tab')
  if ((tab !== null || searchParams.has('dialog')) && new URL(page.url()).pathname === pathname) {
    // A person who stands on the screen does not load it anew for its tabs and dialogs.
    await goWithin(page, pathname)
    await see(dialog).toHaveCount(0)
    await goWithin(page, address)
  } else {
    await page.goto(address)
    await page.waitForFunction(() => (globalThis as { __appReady?: boolean }).__appReady === true)
  }
  await see(page.locator('main').getByText(ready).first()).toBeAttached()
  if (tab !== null) await see(page.locator(`#panel-${tab}`)).toBeAttached()
  if (searchParams.has('dialog')) await see(dialog).toBeVisible()
  await see(page.locator('.MuiSkeleton-root')).toHaveCount(0)
}

/** As a link does: the router hears of the address, and nothing is loaded again. */
async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), address)
}

/** As when the theme is chosen in another tab: the page stays as it is. */
export async function wear(page: Page, theme: ThemeName): Promise<void> {
  await page.evaluate((name) => {
    localStorage.setItem('theme', name)
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: name }))
  }, theme)
  const worn = OF_GUESTS.has(new URL(page.url()).pathname) ? 'light' : theme
  await see(page.locator('html')).toHaveAttribute('data-theme', worn)
}

/** No serious finding: of every rule, or of those alone that a theme can break. */
export async function expectAccessible(page: Page, what: string, rules: 'all' | 'colours'): Promise<void> {
  const asked = { type: rules === 'all' ? 'tag' : 'rule', values: rules === 'all' ? RULES : COLOUR_RULES } as const
  let findings = await findingsOf(page, asked)
  // A screen that was still changing is looked at once more.
  if (findings.length > 0) {
    await sleep(SETTLED_AFTER_MS)
    findings = await findingsOf(page, asked)
  }
  expect.soft(findings, what).toEqual([])
}

interface Asked {
  type: 'tag' | 'rule'
  values: readonly string[]
}

async function findingsOf(page: Page, asked: Asked): Promise<string[]> {
  return (await violations(page, asked))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.html.slice(0, 160)}`).join(' | ')}`,
    )
}

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>

/** The checker stays in a document once it was brought: to bring it again takes longer than to ask it. */
async function violations(page: Page, runOnly: Asked): Promise<Results['violations']> {
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  if (!isThere) await new AxeBuilder({ page }).setLegacyMode().withRules('html-has-lang').analyze()
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<Results> } }
    return (await axe.run({ runOnly: only, resultTypes: ['violations'] })).violations
  }, runOnly)
}

/** Nothing reaches beyond the screen's right edge. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const measured = () => page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth)
  let beyond = await measured()
  if (beyond > 0) {
    await sleep(SETTLED_AFTER_MS)
    beyond = await measured()
  }
  expect.soft(beyond, `${what}: pixels beyond the right edge`).toBeLessThanOrEqual(0)
}
