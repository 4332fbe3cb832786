import { setTimeout as sleep } from 'node:timers/promises'
import AxeBuilder from '@axe-core/playwright'
import type { ThemeName } from '@dalyan/contracts/themes'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { expect } from 'vitest'
import { missingValuesIn } from '../apps/web/tests/missing-values.ts'
import type { Furnished } from './furnish.ts'
import type { ProductUser } from './users.ts'
import type { Product } from './product.ts'
import type { Screen } from './screens.ts'
import { see } from './see.ts'

export const WIDE = { width: 1440, height: 900 }
export const PHONE = { width: 360, height: 740 }
export const TABLET = { width: 768, height: 1024 }

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that a theme can break; all other rules give the same result in every theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** The rows of a long list look alike, and the time of a check grows with their number. */
const MOST_ROWS = 9

/** For screens that a busy machine draws slowly. */
const SETTLED_AFTER_MS = 2_000

/** Always in the light theme. */
const OF_GUESTS: ReadonlySet<string> = new Set(['/', '/forgot-password', '/reset-password', '/confirm-email'])

/** Opens a page on which this user is signed in, without animations. */
export async function pageOf(
  browser: Browser,
  { page: address }: Product,
  user: ProductUser | null,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: address,
    locale: 'tr-TR',
    reducedMotion: 'reduce',
    viewport: WIDE,
    ...options,
  })
  if (user) {
    await context.addInitScript((token) => {
      sessionStorage.setItem('token', token)
      localStorage.setItem('session', '1')
    }, user.token)
  }
  return context.newPage()
}

/** The addresses of a screen's views. */
export function addressesOf({ route, views = [''], record, link }: Screen, { ids, links }: Furnished): string[] {
  if (link) return [links[link]]
  return views.map((view) => (route + view).replaceAll('$id', record ? String(ids[record]) : '$id'))
}

/** Opens the address and waits until its data are drawn, those of an open tab or dialog included. */
export async function openScreen(page: Page, { ready, press }: Screen, address: string): Promise<void> {
  const dialog = page.locator('[role=dialog], [role=alertdialog]')
  const { pathname, searchParams } = new URL(address, 'http://page')
  const tab = searchParams.get('tab')
  if ((tab !== null || searchParams.has('dialog')) && new URL(page.url()).pathname === pathname) {
    // Tabs and dialogs of the screen that is open do not load it again.
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
  if (press === undefined) return
  await page.getByRole('button', { name: press }).click()
  await see(dialog).toBeVisible()
}

/** Navigates as a link does: by the router, without loading the page again. */
async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), address)
}

/** Changes the theme as another tab does, without a reload. */
export async function wear(page: Page, theme: ThemeName): Promise<void> {
  await page.evaluate((name) => {
    localStorage.setItem('theme', name)
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: name }))
  }, theme)
  const worn = OF_GUESTS.has(new URL(page.url()).pathname) ? 'light' : theme
  await see(page.locator('html')).toHaveAttribute('data-theme', worn)
}

/** What a check looks at: everything, or only what differs from the screen below, its dialog or else its main part. */
type LookedAt = 'page' | 'view'

interface AxeScope {
  type: 'tag' | 'rule'
  values: readonly string[]
  part: LookedAt
}

/** Expects no serious finding of all rules, or only of those that a theme can break. */
export async function expectAccessible(
  page: Page,
  what: string,
  rules: 'all' | 'colours',
  part: LookedAt = 'page',
): Promise<void> {
  const asked: AxeScope = {
    type: rules === 'all' ? 'tag' : 'rule',
    values: rules === 'all' ? RULES : COLOUR_RULES,
    part,
  }
  let findings = await findingsOf(page, asked)
  // A screen that was still changing is checked once more.
  if (findings.length > 0) {
    await sleep(SETTLED_AFTER_MS)
    findings = await findingsOf(page, asked)
  }
  expect.soft(findings, what).toEqual([])
}

async function findingsOf(page: Page, asked: AxeScope): Promise<string[]> {
  return (await violations(page, asked))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.html.slice(0, 160)}`).join(' | ')}`,
    )
}

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>

/** The checker is injected once per document, because injecting takes longer than checking. */
async function violations(page: Page, asked: AxeScope): Promise<AxeResults['violations']> {
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  if (!isThere) await new AxeBuilder({ page }).setLegacyMode().withRules('html-has-lang').analyze()
  return page.evaluate(
    async ({ part, most, ...runOnly }) => {
      const { axe } = globalThis as unknown as { axe: { run(of: object, options: object): Promise<AxeResults> } }
      // The bar at the bottom of a phone covers what is scrolled below it; the checker would count such a target as too small.
      document.querySelector<HTMLElement>('[data-bottom-bar]')?.style.setProperty('position', 'static')
      const dialog = '[role=dialog], [role=alertdialog]'
      const view = document.querySelector(dialog) ? dialog : 'main'
      const of = part === 'view' ? { include: [view] } : { exclude: [] }
      const lists = [...document.querySelectorAll('main :is(tbody, ul, ol)')]
      const others = lists.flatMap(({ children }) => [...children].slice(most) as HTMLElement[])
      for (const row of others) row.style.setProperty('display', 'none')
      const { violations: found } = await axe.run(of, { runOnly, resultTypes: ['violations'] })
      for (const row of others) row.style.removeProperty('display')
      return found
    },
    { ...asked, most: MOST_ROWS },
  )
}

/** Expects that no element reaches beyond the right edge of the screen. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const measured = () => page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth)
  let beyond = await measured()
  if (beyond > 0) {
    await sleep(SETTLED_AFTER_MS)
    beyond = await measured()
  }
  expect.soft(beyond, `${what}: pixels beyond the right edge`).toBeLessThanOrEqual(0)
}

/** Expects that no text, field, attribute or drawing shows a missing value as it is. */
export async function expectOnlyValues(page: Page, what: string): Promise<void> {
  const texts = await page.evaluate(() => {
    const typed = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    return [document.body.innerHTML, ...typed]
  })
  expect.soft(missingValuesIn(texts), `${what}: shown without a value`).toEqual([])
}
