import type { Alarm } from '@dalyan/contracts/alarms'
import { METRIC_KEYS, type MetricKey } from '@dalyan/contracts/metrics'
import type { Limits } from '@dalyan/contracts/out-of-range'
import type { Tank } from '@dalyan/contracts/tanks'
import type { Wall } from '@dalyan/contracts/wall'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { beforeAll, expect, test } from 'vitest'
import { pngOf } from '../apps/server/tests/pictures.ts'
import { given } from '../apps/web/tests/given.ts'
import { PAGE_OPTIONS } from './browser.ts'
import { expectNoSidewaysScroll, PHONE } from './looking.ts'
import { report, signIn, watchedTank, type WatchedTank } from './users.ts'
import { browser, product, runProduct } from './running-product.ts'
import { see } from './see.ts'
import { signInByPage } from './sign-in-by-page.ts'

const NARROWEST = { width: 320, height: 640 }

runProduct()

let tank: WatchedTank

beforeAll(async () => {
  tank = await watchedTank(await signIn(product), 'TNK-014')
  await report(product, tank, { ph: 9.9, tank_temperature: 18.7, ambient_temperature: 20, cabinet_temperature: 25 })
})

/** The elements beyond the right edge of the screen, which are unreachable because the page does not scroll sideways. */
function beyondTheEdge(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('header *, main *')].flatMap((element) => {
      const { left, right, width, height } = element.getBoundingClientRect()
      if (width <= 1 || height <= 1 || (right <= document.documentElement.clientWidth && left >= 0)) return []
      for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
        if (getComputedStyle(around).overflowX !== 'visible') return []
      }
      return [`${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`.slice(0, 80)]
    }),
  )
}

async function opened(path: string, options: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage({ ...PAGE_OPTIONS, reducedMotion: 'reduce', ...options })
  await signInByPage(page, product)
  await page.goto(product.page + path)
  await page.waitForFunction(() => (globalThis as { __appReady?: boolean }).__appReady === true)
  return page
}

test('every target of the view beside the tank is 56 px high on a touch screen', async () => {
  const page = await opened(`/tanks/${tank.id}?view=side`, {
    viewport: { width: 1180, height: 820 },
    hasTouch: true,
    isMobile: true,
  })
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  await see(page.getByRole('button', { name: 'Onayla' })).toBeVisible()
  const small = () =>
    page.locator('main').evaluate((main) =>
      [...main.querySelectorAll('button, a[href], label:has(input)')].flatMap((target) => {
        const { width, height } = target.getBoundingClientRect()
        return height < 56 || width < 44 ? [`${target.textContent} ${width} × ${height}`] : []
      }),
    )
  await expect.poll(small).toEqual([])
  await page.context().close()
})

test('at 320 px no screen scrolls sideways, and the time range of the charts can be narrowed', async () => {
  const page = await opened(`/measurements?tank=${tank.id}`, { viewport: NARROWEST })
  await see(page.locator('[data-chart=ph]').first()).toBeVisible()
  await expectNoSidewaysScroll(page, '/measurements of one tank')
  await expect.poll(() => beyondTheEdge(page)).toEqual([])
  await page.getByRole('button', { name: 'Ölçümler için diğer işlemler' }).click()
  await page.getByRole('menuitem', { name: 'Aralığı daralt' }).click()
  await see(page).toHaveURL(/from=now-12h/)
  await page.goto(`${product.page}/admin`)
  await see(page.getByRole('region', { name: 'Sunucu durumu' })).toBeVisible()
  await expectNoSidewaysScroll(page, '/admin')
  await expect.poll(() => beyondTheEdge(page)).toEqual([])
  await page.context().close()
})

test('on a phone the first chart of a tank with an alarm is that of the worst metric and begins within 420 px', async () => {
  const page = await opened(`/tanks/${tank.id}?tab=charts`, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  const charts = page.locator('[data-chart]')
  await see(page.getByText(/^pH yüksek/)).toBeVisible()
  await see(charts.first()).toHaveAttribute('data-chart', 'ph')
  const [first, second] = [await charts.first().boundingBox(), await charts.nth(1).boundingBox()]
  expect(first?.y).toBeLessThanOrEqual(420)
  expect(first?.height).toBeGreaterThan((second?.height ?? 0) * 1.5)
  await expectNoSidewaysScroll(page, 'charts of a tank')
  const range = await page.getByRole('group', { name: 'Zaman aralığı' }).boundingBox()
  expect(range?.height).toBeLessThanOrEqual(44)
  await page.locator('[data-chart]').last().scrollIntoViewIfNeeded()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  await see(page.getByRole('heading', { level: 1, name: 'TNK-014' })).toBeInViewport()
  await page.context().close()
})

test('on a phone the tab of the audit log is in sight, and its first entry begins within 400 px of the top', async () => {
  const page = await opened('/logs/audit', { viewport: PHONE })
  await see(page.getByRole('link', { name: 'Denetim Kaydı', exact: true })).toBeInViewport({ ratio: 1 })
  const first = page.locator('[data-log]').first()
  await see(first).toBeVisible()
  expect((await first.boundingBox())?.y).toBeLessThanOrEqual(400)
  await page.getByRole('button', { name: 'Filtreler' }).click()
  await see(page.getByRole('dialog', { name: 'Filtreler' }).getByLabel('Hedef')).toBeVisible()
  await page.context().close()
})

test('on a phone the way back to the login is in sight below the card of a guest', async () => {
  const page = await browser.newPage({ ...PAGE_OPTIONS, viewport: PHONE })
  for (const path of ['/forgot-password', '/reset-password', '/confirm-email']) {
    await page.goto(product.page + path)
    await see(page.getByText('Girişe dön')).toBeInViewport({ ratio: 1 })
    const hidden = await page.evaluate(() => (document.scrollingElement?.scrollHeight ?? 0) - innerHeight)
    expect.soft(hidden, `${path}: pixels below the screen`).toBeLessThanOrEqual(0)
  }
  await page.context().close()
})

test('a value tile keeps its size and position while its age grows', async () => {
  const page = await opened(`/tanks/${tank.id}`, { viewport: PHONE })
  const age = page.locator('[data-metric=ph] [data-age]')
  await see(age).toBeVisible()
  const boxes = () =>
    page.locator('[data-metric]').evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().toJSON()))
  // The alarm is above the tiles and is loaded separately.
  await see(page.getByText(/^pH yüksek/).first()).toBeVisible()
  const before = await boxes()
  for (const text of ['şimdi', '8 sn önce', '48 sn önce', '59 dk önce', '23 sa önce']) {
    await age.evaluate((element, words) => (element.textContent = words), text)
    expect(await boxes(), text).toEqual(before)
  }
  await page.context().close()
})

test('a bar of the alarm statistics is a target of 24 px on a phone', async () => {
  const page = await opened('/alarms?tab=statistics&from=now-90d', { viewport: PHONE, hasTouch: true, isMobile: true })
  const bars = page.locator('[data-bars] > a')
  await see(bars.first()).toBeVisible()
  const widths = () => bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width))
  await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThanOrEqual(24)
  await page.context().close()
})

test('a printed page has no navigation and no top bar', async () => {
  const page = await opened('/admin', { viewport: { width: 1180, height: 820 } })
  await see(page.getByRole('banner')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await see(page.getByRole('banner')).toBeHidden()
  await see(page.getByRole('navigation', { name: 'Ana menü' })).toBeHidden()
  await see(page.getByRole('contentinfo')).toBeHidden()
  await see(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.context().close()
})

test('the crosshair shows the same instant in every chart, separate and overlaid', async () => {
  const page = await opened(`/tanks/${tank.id}?tab=charts&overlay=1`, { viewport: { width: 1440, height: 900 } })
  const chart = page.locator('[data-chart=ph]')
  await see(chart.locator('canvas')).toBeVisible()
  await see(page.locator('[data-chart]')).toHaveCount(2)
  const over = chart.locator('.u-over')
  await over.hover({ position: { x: 60, y: 40 } })
  const times = () =>
    page
      .locator('li:has([data-chart])')
      .evaluateAll((cards) => cards.map((card) => /\d\d\.\d\d\.\d{4} \d\d:\d\d/.exec(card.textContent ?? '')?.[0]))
  await expect.poll(async () => (await times()).every(Boolean)).toBe(true)
  expect(new Set(await times()).size).toBe(1)
  await page.context().close()
})

test('the charts of a tank are drawn once each when they appear', async () => {
  const page = await browser.newPage(PAGE_OPTIONS)
  await page.addInitScript(() => {
    const drawn: string[] = []
    const { clearRect } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.clearRect = function (...rectangle) {
      drawn.push(this.canvas.closest<HTMLElement>('[data-chart]')?.dataset['chart'] ?? '')
      clearRect.apply(this, rectangle)
    }
    Object.assign(globalThis, { drawn })
  })
  await signInByPage(page, product)
  // A window that follows the clock is drawn again with each step; so is the metric with an alarm, when its mark arrives.
  const inIstanbul = (hours: number) => new Date(Date.now() + (3 + hours) * 3_600_000).toISOString().slice(0, 16)
  await page.goto(`${product.page}/tanks/${tank.id}?from=${inIstanbul(-6)}&to=${inIstanbul(1)}`)
  const charts = page.getByRole('tab', { name: 'Grafikler' })
  await see(charts).toBeVisible()
  // Charts drawn before their font is loaded are drawn again with it.
  await page.evaluate(() => document.fonts.ready)
  await charts.click()
  await see(page.locator('[data-chart=cabinet_temperature] canvas')).toBeVisible()
  // Reports of sizes come after the first frame.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)))
  const drawn = await page.evaluate(() => (globalThis as unknown as { drawn: string[] }).drawn)
  const well = ['ambient_temperature', 'cabinet_temperature', 'tank_temperature']
  expect(drawn.filter((name) => well.includes(name)).toSorted()).toEqual(well)
  await page.context().close()
})

/** Five incidents, as many as a bad night has: a single value, a power cut of a hall, a sonde out of the water, a faulty sensor, and one acknowledged; and eight returned. */
function nightIncidents() {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const course = (metric: MetricKey, limits: Limits) => ({
    metric,
    from: ago(360),
    step_seconds: 300,
    min: Array.from({ length: 72 }, (_, n) => 7.9 - (n > 60 ? (n - 60) / 8 : 0)),
    max: Array.from({ length: 72 }, (_, n) => 8 - (n > 60 ? (n - 60) / 8 : 0)),
    limits,
  })
  const single = (id: number, code: string, rest: Partial<Alarm>) =>
    given.alarm({ id, incident_id: id, tank: { id, code, name: code }, ...rest })
  const silences = Array.from({ length: 27 }, (_, n) =>
    single(100 + n, `LARVA-${28 + n}`, {
      iot: { id: n, code: `T-${n}` },
      kind: 'silent',
      metric: null,
      value: null,
      limit: null,
      incident_id: 2,
    }),
  )
  const low = (id: number, metric: MetricKey, value: number, limit: number) =>
    single(id, 'DENIZ-1', {
      kind: 'low',
      severity: 'warning',
      incident_id: 3,
      metric,
      value,
      limit,
      occurrence_peak: value,
    })
  const returned = (id: number) =>
    single(id, `LARVA-${id}`, { state: 'rtn_unack', out_since: ago(30), cleared_at: ago(26) })
  return [
    given.incident(
      [single(1, 'LARVA-23', { kind: 'low', metric: 'ph', value: 6.2, limit: 7.5, occurrence_peak: 6.1 })],
      {
        course: course('ph', { min: 7.5, max: 8.3 }),
      },
    ),
    given.incident(silences, {
      cause: 'outage',
      place: 'B salonu',
      evidence: '27 terminalin son ölçümleri 48 sn içinde kesildi; ağ geçidi GW-B de yanıt vermiyor.',
    }),
    given.incident([low(201, 'salinity', 0.5, 25), low(202, 'conductivity', 0.9, 39), low(203, 'ph', 6.83, 7.5)], {
      cause: 'out_of_water',
      evidence: 'Tuzluluk ve iletkenlik 20 sn içinde birlikte düştü; su sıcaklığı sınırlarında kaldı.',
    }),
    given.incident([single(4, 'HAVUZ-1', { severity: 'warning', value: 8.61 })], {
      cause: 'sensor_fault',
      evidence: '4 dakikada 7,3’ten 0,0’a, oradan 8,5’e atladı; su bu kadar hızlı değişmez.',
    }),
    given.incident(
      [
        single(5, 'LARVA-17', {
          severity: 'warning',
          metric: 'tank_temperature',
          value: 17.2,
          limit: 16.5,
          occurrence_peak: 17.2,
          state: 'active_ack',
          acknowledged_at: ago(9),
          acknowledged_by: { id: 3, name: 'Elif Demir' },
        }),
      ],
      { course: course('tank_temperature', { min: 6, max: 7.95 }) },
    ),
    ...Array.from({ length: 8 }, (_, n) => given.incident([returned(30 + n)])),
  ]
}

test('five incidents of a bad night are at most 1,500 px high on a phone, and all can be selected', async () => {
  const page = await browser.newPage({
    locale: 'tr-TR',
    reducedMotion: 'reduce',
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  })
  await page.route('**/api/incidents?*', (route) => route.fulfill({ json: given.pageOf(nightIncidents()) }))
  await signInByPage(page, product)
  await page.goto(`${product.page}/alarms`)
  await see(page.locator('[data-incident]')).toHaveCount(5)
  await see(page.getByText('8 alarm normale döndü')).toBeVisible()
  await expectNoSidewaysScroll(page, '/alarms with five incidents')
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1_500)
  await page.getByRole('checkbox', { name: 'Bu sayfadakilerin tümünü seç' }).check()
  await see(page.getByRole('button', { name: 'Seçilen 4 olayı onayla' })).toBeVisible()
  await page.context().close()
})

test('six tanks with several values out of range fit on a phone', async () => {
  const admin = await signIn(product)
  for (const n of [2, 3, 4, 5, 6, 7]) {
    const other = await watchedTank(admin, `LARVA-0${n}`)
    await report(product, other, { ph: 9.9, tank_temperature: 28.6 })
  }
  const page = await opened('/tanks', { viewport: PHONE, hasTouch: true, isMobile: true })
  const cards = page.getByRole('list', { name: 'Tank listesi' }).getByRole('listitem')
  await see(cards).toHaveCount(7)
  await see(cards.nth(5).locator('.spark')).toBeVisible()
  const bar = await page.locator('[data-bottom-bar]').boundingBox()
  const sixth = await cards.nth(5).boundingBox()
  expect((sixth?.y ?? 0) + (sixth?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  await page.context().close()
})

/** A third of sixty tanks is in trouble: values out of range, a sensor without values, silence. */
function sixtyTanks(): Tank[] {
  const trouble = (n: number) => {
    if (n % 10 === 3) return { values: { dissolved_oxygen: 3.4, salinity: 33.6 } }
    if (n % 10 === 5) return { values: { ph: 8.62, salinity: 39.2, orp: 402 } }
    if (n > 30 && n < 38) return { ageSeconds: 3 * 3_600 }
    if (n === 44) return { open_alarms: [UNMEASURED] }
    return {}
  }
  const firms = ['Ege Su Ürünleri A.Ş.', 'Marmara Çipura Ltd.', 'Kordon'].map((name, id) => ({
    id,
    code: `F-${id}`,
    name,
  }))
  return Array.from({ length: 60 }, (_, n) =>
    given.tank({
      id: 100 + n,
      code: `TNK-${n}`,
      name: `Çipura büyütme ${n}`,
      firm: firms[n % 3] ?? null,
      province: n % 2 ? 'İzmir' : 'Kahramanmaraş',
      ...trouble(n),
    }),
  )
}
const UNMEASURED = {
  id: 1,
  metric: 'ambient_temperature',
  kind: 'silent',
  severity: 'warning',
  state: 'active_unack',
} as const

/** The courses of these tanks in the last six hours; the name of a metric stands beside those that are not the tank's temperature. */
function coursesOf(tanks: readonly Tank[]): Wall {
  const from = new Date(Date.now() - 6 * 3_600_000).toISOString()
  const course = Array.from({ length: 72 }, (_, n) => 18 + n / 40)
  return given.wall({
    tanks: tanks.map(({ id, code }, n) => {
      const metric = n % 10 === 3 ? 'dissolved_oxygen' : 'tank_temperature'
      const spark = { metric, from, step_seconds: 300, min: course, max: course } as const
      return given.wallTank({ id, code, lead: metric, spark })
    }),
  })
}

test('the list of sixty tanks of which a third are in trouble is not wider than a window of 900 to 1,920 px', async () => {
  const page = await browser.newPage({
    ...PAGE_OPTIONS,
    reducedMotion: 'reduce',
    viewport: { width: 900, height: 800 },
  })
  const tanks = sixtyTanks()
  await page.route('**/api/tanks?*', (route) => route.fulfill({ json: given.page(tanks) }))
  await page.route('**/api/wall?*', (route) => route.fulfill({ json: coursesOf(tanks) }))
  await signInByPage(page, product)
  await page.goto(`${product.page}/tanks?per_page=100`)
  const list = page.getByRole('region', { name: 'Tank listesi' })
  await see(list.getByRole('row')).toHaveCount(61)
  const beyond = () => list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  for (let width = 900; width <= 1_920; width += 20) {
    await page.setViewportSize({ width, height: 800 })
    expect.soft(await beyond(), `${width} px`).toBe(0)
  }
  await see(list.locator('.spark')).toHaveCount(60)
  await page.context().close()
})

/** Sixty tanks, among which each metric leads, with long values: in range and out of it, with limits and without. */
function tanksWithLongValues() {
  const long: Partial<Record<MetricKey, number>> = {
    orp: -1_402,
    conductivity: 152.4,
    salinity: 33.2,
    oxygen_saturation: 104.6,
    tank_temperature: 23.31,
  }
  const measured_at = new Date().toISOString()
  return Array.from({ length: 60 }, (_, n) => {
    const metric = METRIC_KEYS[n % METRIC_KEYS.length] ?? 'ph'
    const value = long[metric] ?? 8.62
    return given.wallTank({
      id: n + 1,
      code: `TNK-${String(n).padStart(3, '0')}`,
      place: `Hol ${n % 3}`,
      state: (['crit', 'warn', 'normal'] as const)[n % 3] ?? 'normal',
      lead: metric,
      limits: n % 2 ? { [metric]: { min: null, max: value - 1 } } : {},
      values: {
        tank_temperature: { value: 19.24, out: false, measured_at },
        [metric]: { value, out: true, measured_at },
      },
    })
  })
}

test('no field of the overview or of its display is too small for the value that it shows', async () => {
  const page = await browser.newPage({ ...PAGE_OPTIONS, reducedMotion: 'reduce' })
  await page.route('**/api/wall*', (route) => route.fulfill({ json: given.wall({ tanks: tanksWithLongValues() }) }))
  await signInByPage(page, product)
  for (const [path, width, height] of [
    ['/wall?v=display', 1_920, 1_080],
    ['/wall?v=display', 1_280, 720],
    ['/wall?v=display', 3_840, 2_160],
    ['/wall', 360, 740],
    ['/wall', 768, 1_024],
    ['/wall', 1_440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(product.page + path)
    const fields = page.locator('main :is(.heat, .tile)')
    await see(fields.locator('.value').first()).toBeVisible()
    const small = await fields.evaluateAll((all) =>
      all
        .filter((field) => field.scrollWidth > field.clientWidth || field.scrollHeight > field.clientHeight)
        .map(({ textContent }) => textContent),
    )
    expect.soft(small, `${path} at ${width} px`).toEqual([])
  }
  await page.context().close()
})

test('no number on a plan is wider than the circle of its tank, and no text reaches beyond the circle', async () => {
  const page = await browser.newPage({ ...PAGE_OPTIONS, reducedMotion: 'reduce' })
  const tanks = tanksWithLongValues()
  const positions = tanks.map(({ id }) => ({
    tank_id: id,
    x: ((id % 10) + 0.5) / 10,
    y: (Math.floor(id / 10) + 0.5) / 7,
  }))
  const plan = given.plan({ tanks: tanks.map(({ id }) => id), positions })
  await page.route('**/api/wall*', (route) => route.fulfill({ json: given.wall({ tanks }) }))
  await page.route('**/api/plan', (route) => route.fulfill({ json: { plans: [plan] } }))
  await page.route('**/api/plan/picture*', (route) =>
    route.fulfill({ contentType: 'image/png', body: pngOf(1_000, 700) }),
  )
  await signInByPage(page, product)
  for (const [path, width, height] of [
    ['/wall?v=display&plan=1', 1_920, 1_080],
    ['/wall?v=display&plan=1', 1_280, 720],
    ['/wall?v=plan', 360, 740],
    ['/wall?v=plan', 1_440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(product.page + path)
    const spots = page.locator('.spot')
    await see(spots.locator('.value').first()).toBeVisible()
    const wide = await spots.evaluateAll((all) =>
      all.flatMap((spot) => {
        const circle = spot.getBoundingClientRect()
        return [...spot.querySelectorAll<HTMLElement>('.head, .value, .metric')]
          .filter((part) => {
            const { width, left, right, top, bottom } = part.getBoundingClientRect()
            if (width === 0) return false
            return left < circle.left || right > circle.right || top < circle.top || bottom > circle.bottom
          })
          .map(({ textContent }) => `${spot.dataset['tank']} ${textContent}`)
      }),
    )
    expect.soft(wide, `${path} at ${width} px`).toEqual([])
  }
  await page.context().close()
})
