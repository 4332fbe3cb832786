import { readFile } from 'node:fs/promises'
import { deviceApi } from '@dalyan/contracts/device-messages'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { beforeAll, expect, test } from 'vitest'
import { PAGE_OPTIONS } from './browser.ts'
import { signIn, watchedTank, type WatchedTank } from './users.ts'
import { expectNoSidewaysScroll } from './looking.ts'
import { browser, product, runProduct } from './running-product.ts'
import { see } from './see.ts'
import { signInByPage } from './sign-in-by-page.ts'

const MINUTE_MS = 60_000
const READINGS = 1440
/** The two hours without readings, as minutes since the start. */
const GAP = { from: 600, to: 720 }
const SPIKE = 1000
const PER_MESSAGE = 500
const WIDE = { viewport: { width: 1440, height: 900 } }
const TOUCH = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

runProduct()

let tank: WatchedTank
/** Epoch ms of the first minute. */
let start: number

beforeAll(async () => {
  tank = await watchedTank(await signIn(product), 'TNK-014')
  await reportDay()
})

/** Stores one reading per minute for a day, except for two hours; one reading is far above the others. ORP has no limits on this tank. */
async function reportDay(): Promise<void> {
  start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - READINGS * MINUTE_MS
  const readings = Array.from({ length: READINGS }, (_, n) => ({
    measured_at: start + n * MINUTE_MS,
    orp: n === SPIKE ? 900 : 200 + Math.round(20 * Math.sin(n / 60)),
    ph: 8,
  })).filter((_, n) => n < GAP.from || n >= GAP.to)
  for (let n = 0; n < readings.length; n += PER_MESSAGE) {
    const answer = await fetch(product.page + deviceApi.measurements.path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${tank.terminal.code}:${tank.terminal.key}`,
      },
      body: JSON.stringify(readings.slice(n, n + PER_MESSAGE)),
    })
    if (!answer.ok) throw new Error(`readings refused: ${answer.status} ${await answer.text()}`)
  }
}

/** The full day in local wall time as in the address (Istanbul: UTC+3). */
function dayInAddress(): string {
  const local = (ms: number) => new Date(ms + 180 * MINUTE_MS).toISOString().slice(0, 16)
  return `from=${local(start)}&to=${local(start + READINGS * MINUTE_MS)}`
}

async function opened(path: string, options: BrowserContextOptions = WIDE): Promise<Page> {
  const page = await browser.newPage({ ...PAGE_OPTIONS, ...options })
  await signInByPage(page, product)
  await page.goto(product.page + path)
  await page.waitForFunction(() => (globalThis as { __appReady?: boolean }).__appReady === true)
  return page
}

test('the explorer keeps its selection in the address over a reload, and a tank is selected by keyboard alone', async () => {
  const page = await opened('/measurements')
  await see(page.getByText('Tank seçilmedi; açık alarm yok, listedeki ilk tank gösteriliyor.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Tank' }).focus()
  await page.keyboard.type('larva')
  await see(page.getByRole('option', { name: /TNK-014/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Ölçüm türleri' }).click()
  await page.getByRole('option', { name: 'ORP' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Tarih aralığı' }).click()
  await page.getByRole('option', { name: 'Son 7 gün' }).click()
  await page.getByRole('button', { name: 'Zaman' }).click()
  const address = `${product.page}/measurements?tank=${tank.id}&from=now-7d&to=now&metrics=orp&sort=measured_at`
  await see(page).toHaveURL(address)
  await page.reload()
  await see(page.locator('[data-chart="orp"] canvas')).toBeVisible()
  await see(page).toHaveURL(address)
  await see(page.locator('[data-chart]')).toHaveCount(1)
  await see(page.getByText('Son 7 gün')).toBeVisible()
  await see(page.getByText(/^1\.320 ölçüm/)).toBeVisible()
  await page.close()
})

/** Returns for each of these minutes the heights at which its pixel column is coloured, 0 (top) … 1 (bottom). */
async function colouredAt(page: Page, minutes: readonly number[]): Promise<number[][]> {
  const shares = minutes.map((minute) => minute / READINGS)
  return page.locator('[data-chart="orp"]').evaluate((host, places) => {
    const canvas = host.querySelector('canvas')
    const over = host.querySelector('.u-over')
    const ctx = canvas?.getContext('2d')
    if (!canvas || !over || !ctx) throw new Error('no chart')
    const [outer, inner] = [canvas.getBoundingClientRect(), over.getBoundingClientRect()]
    const scale = canvas.width / outer.width
    const height = Math.round(inner.height * scale)
    return places.map((share) => {
      const x = Math.round((inner.left - outer.left + share * inner.width) * scale)
      const { data } = ctx.getImageData(x, Math.round((inner.top - outer.top) * scale), 1, height)
      const found: number[] = []
      for (let y = 0; y < height; y += 1) {
        const [r = 0, g = 0, b = 0, a = 0] = data.subarray(y * 4, y * 4 + 4)
        // Grid, band and hatching are grey; only the series is coloured.
        if (a > 40 && Math.max(r, g, b) - Math.min(r, g, b) > 50) found.push(y / height)
      }
      return found
    })
  }, shares)
}

test('a chart does not draw a line over a gap and shows a single high reading among 1,320', async () => {
  const page = await opened(`/measurements?tank=${tank.id}&metrics=orp&view=chart&${dayInAddress()}`)
  await see(page.locator('[data-chart="orp"] canvas')).toBeVisible()
  await see(page.getByText(/Her nokta .* özetidir/)).toBeVisible()
  // The line is drawn shortly after its canvas appears.
  const drawn = async () => (await colouredAt(page, [300, 800])).map((found) => found.length > 0)
  await expect.poll(drawn).toEqual([true, true])
  const [before = [], inGap = [], alsoInGap = [], after = []] = await colouredAt(page, [300, 630, 690, 800])
  expect(inGap).toEqual([])
  expect(alsoInGap).toEqual([])
  // The line stays at the bottom except at the one high reading.
  const around = await colouredAt(page, [SPIKE - 3, SPIKE - 2, SPIKE - 1, SPIKE, SPIKE + 1, SPIKE + 2, SPIKE + 3])
  expect(Math.min(...around.flat())).toBeLessThan(0.12)
  expect(Math.min(...before, ...after)).toBeGreaterThan(0.6)
  await page.close()
})

test('the arrow keys move the crosshair of a chart', async () => {
  const page = await opened(`/measurements?tank=${tank.id}&metrics=orp&view=chart&${dayInAddress()}`)
  const chart = page.getByRole('img', { name: /^ORP grafiği/ })
  await see(chart).toHaveAccessibleName(/en çok 900/)
  await chart.focus()
  await page.keyboard.press('End')
  const spoken = page.getByRole('status').filter({ hasText: /mV/ })
  await see(spoken).toHaveText(/^\d\d\.\d\d\.\d{4} \d\d:\d\d: .*mV/)
  const last = await spoken.textContent()
  await page.keyboard.press('ArrowLeft')
  await see(spoken).not.toHaveText(last ?? '')
  await page.close()
})

test.each(['time', 'relation', 'pattern', 'compare'])(
  'on a phone the first chart of the explorer begins within 420 px (%s)',
  async (tab) => {
    const page = await opened(`/measurements?tab=${tab}&x=orp&from=now-24h&to=now`, TOUCH)
    // Without a choice a line says which tank is shown and why: the page at its fullest.
    await see(page.getByText(/^Tank seçilmedi/)).toBeVisible()
    const first = page.locator('[data-chart]').first()
    await see(first).toBeVisible()
    expect((await first.boundingBox())?.y).toBeLessThanOrEqual(420)
    await expectNoSidewaysScroll(page, `explorer, ${tab}`)
    await page.context().close()
  },
)

test('on a touch screen a pinch and a drag zoom a chart and not the page, and a swipe up still scrolls the page', async () => {
  const page = await opened(`/measurements?tank=${tank.id}&view=chart&${dayInAddress()}`, TOUCH)
  await see(page.locator('[data-chart] canvas').first()).toBeVisible()
  const devTools = await page.context().newCDPSession(page)
  type Finger = readonly [x: number, y: number]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: readonly Finger[]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints: fingers.map(([x, y], id) => ({ x, y, id })) })
  /** Moves fingers from where they stand to where they are lifted, in steps as a hand does. */
  const move = async (from: readonly Finger[], to: readonly Finger[]) => {
    await touch('touchStart', from)
    for (let step = 1; step <= 10; step++) {
      const between = (a: number, b: number) => a + ((b - a) * step) / 10
      await touch(
        'touchMove',
        from.map(([x, y], i) => [between(x, to[i]?.[0] ?? x), between(y, to[i]?.[1] ?? y)]),
      )
    }
    await touch('touchEnd', [])
  }
  const shown = () => {
    const { searchParams } = new URL(page.url())
    return ['from', 'to'].map((end) => Date.parse(`${searchParams.get(end)}Z`) - 180 * MINUTE_MS - start)
  }
  const pageZoom = () => page.evaluate(() => [visualViewport?.scale, scrollX, scrollY])
  const over = await page.locator('[data-chart] .u-over').first().boundingBox()
  if (!over) throw new Error('no chart')
  const at = (share: number): Finger => [over.x + share * over.width, over.y + over.height / 2]

  // From the middle half of the day to its full width: the window becomes the middle half.
  await move([at(0.25), at(0.75)], [at(0.02), at(0.98)])
  await expect.poll(() => Math.abs((shown()[0] ?? 0) / MINUTE_MS - 345)).toBeLessThan(30)
  await expect.poll(() => Math.abs((shown()[1] ?? 0) / MINUTE_MS - 1_095)).toBeLessThan(30)
  expect(await pageZoom()).toEqual([1, 0, 0])

  const [from = 0, to = 0] = shown()
  await move([at(0.5)], [at(0.9)])
  await expect.poll(() => (shown()[0] ?? 0) - from).toBeGreaterThan((to - from) * 0.4)
  expect((shown()[1] ?? 0) - (shown()[0] ?? 0)).toBeLessThan((to - from) * 0.5)
  expect(await pageZoom()).toEqual([1, 0, 0])

  const address = page.url()
  const [x, y] = at(0.5)
  await move([[x, y + 60]], [[x, y - 240]])
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  expect(page.url()).toBe(address)
  await page.context().close()
})

test('the CSV file has all readings including manual ones, and can be limited to those out of range', async () => {
  const page = await opened(`/measurements?tank=${tank.id}&view=table&${dayInAddress()}`)
  // Without the file system dialog the browser saves the file to the downloads.
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
  await see(page.getByText(/^1\.320 ölçüm/)).toBeVisible()

  const save = async () => {
    await page.getByRole('button', { name: 'Dışa aktar' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV indir' }).click(),
    ])
    return (await readFile(await download.path(), 'utf8')).trimEnd().split(/\r?\n/)
  }
  const [header, newest, ...rows] = await save()
  expect(header).toMatch(/^\u{feff}.*;.*ORP/u)
  expect(newest).toContain('TNK-014;T-TNK-014')
  expect(rows).toHaveLength(READINGS - (GAP.to - GAP.from) - 1)
  expect(rows.filter((row) => /;900(,0*)?;/.test(row))).toHaveLength(1)

  await page.getByRole('button', { name: 'Elle ölçüm ekle' }).click()
  const form = page.getByRole('dialog', { name: 'TNK-014: elle ölçüm ekle' })
  await form.getByLabel('Ölçüm zamanı').fill(localTyped(start + 650 * MINUTE_MS))
  await form.getByLabel('pH').fill('7,1')
  await form.getByRole('button', { name: 'Ölçümü kaydet' }).click()
  await see(page.getByText('Ölçüm kaydedildi')).toBeVisible()
  await see(page.getByText(/^1\.321 ölçüm/)).toBeVisible()
  expect(await save()).toHaveLength(READINGS - (GAP.to - GAP.from) + 2)

  // The lower limit of pH is 7.5, so the manual reading is the only one out of range, in the list and in the file.
  await page.getByRole('switch', { name: 'Yalnızca aralık dışı' }).click()
  await see(page.getByText(/^1 aralık dışı ölçüm/)).toBeVisible()
  await see(page.getByRole('cell', { name: '7,10 Düşük' })).toBeVisible()
  const [, only, ...others] = await save()
  expect(only).toContain(';7,1;')
  expect(others).toEqual([])
  await page.close()
})

test('the explorer is printed in light colours, without the shell and within the width of the paper', async () => {
  const page = await opened(`/measurements?tank=${tank.id}&metrics=orp&view=chart&${dayInAddress()}`)
  await see(page.locator('[data-chart="orp"] canvas')).toBeVisible()
  const shown = () => page.evaluate(() => document.documentElement.dataset['theme'])
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.reload()
  await see(page.locator('[data-chart="orp"] canvas')).toBeVisible()
  await expect.poll(shown).toBe('dark')
  await page.emulateMedia({ media: 'print' })
  // The width of A4 without its margins, CSS px.
  await page.setViewportSize({ width: 703, height: 1032 })
  await expect.poll(shown).toBe('light')
  await see(page.getByRole('banner')).toBeHidden()
  await see(page.getByRole('combobox', { name: 'Tank' })).toBeHidden()
  await see(page.getByText(/^TNK-014 · .* · Yazdırıldı: /)).toBeVisible()
  await see(page.locator('[data-chart="orp"] canvas')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(703)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(shown).toBe('dark')
  await page.close()
})

/** A date as users type it: `09.07.2026 14:30`. */
function localTyped(ms: number): string {
  const [day = '', time = ''] = new Date(ms + 180 * MINUTE_MS).toISOString().slice(0, 16).split('T')
  return `${day.split('-').toReversed().join('.')} ${time}`
}
