import { firmsApi } from '@dalyan/contracts/firms'
import { planApi } from '@dalyan/contracts/plan'
import { tanksApi } from '@dalyan/contracts/tanks'
import { expect, test } from 'vitest'
import { pngOf } from '../apps/server/tests/pictures.ts'
import { PAGE_OPTIONS } from './browser.ts'
import { expectAccessible, expectNoSidewaysScroll, PHONE, WIDE } from './looking.ts'
import { browser, product, runProduct } from './running-product.ts'
import { see } from './see.ts'
import { signInByPage } from './sign-in-by-page.ts'
import { signIn } from './users.ts'

runProduct()

test('an administrator uploads a plan and places a tank, which stands there after a reload', async () => {
  const admin = await signIn(product)
  const firm = await admin.call(firmsApi.create, { code: 'EGE', name: 'Ege Su' })
  for (const code of ['LARVA-01', 'LARVA-02'])
    await admin.call(tanksApi.create, { code, name: code, firm_id: firm.id, status: 'inactive', location: 'A salonu' })
  const page = await browser.newPage({ ...PAGE_OPTIONS, viewport: WIDE, reducedMotion: 'reduce' })
  await signInByPage(page, product)
  await page.goto(`${product.page}/wall?v=plan`)
  await see(page.getByText('Bu tesisin planı henüz yok')).toBeVisible()
  await expectAccessible(page, 'plan without a picture', 'all')

  // Wider than what is stored: the page scales it before the upload.
  const file = { name: 'tesis.png', mimeType: 'image/png', buffer: pngOf(3_600, 1_800) }
  await page.locator('input[type=file]').setInputFiles(file)
  const button = page.getByRole('button', { name: 'LARVA-02' })
  await button.click()
  const spot = page.locator('button.spot[data-tank="LARVA-02"]')
  await see(spot).toBeFocused()
  const before = await spot.boundingBox()
  await page.keyboard.press('ArrowRight')
  await page.mouse.move((before?.x ?? 0) + 25, (before?.y ?? 0) + 25)
  await page.mouse.down()
  await page.mouse.move((before?.x ?? 0) - 175, (before?.y ?? 0) + 125, { steps: 4 })
  await page.mouse.up()
  await expectAccessible(page, 'plan while it is edited', 'all')
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await see(page.getByText('Plan kaydedildi')).toBeVisible()

  const served = page.waitForResponse((response) => response.url().includes('/api/plan/picture'))
  await page.reload()
  const { positions, picture } = (await admin.call(planApi.get)).plans[0] ?? {}
  expect(picture).toMatchObject({ width: 3_000, height: 1_500 })
  expect(positions).toHaveLength(1)
  expect(positions?.[0]?.x).toBeLessThan(0.4)
  const placed = page.getByRole('link', { name: /^LARVA-02/ })
  await see(placed).toHaveCSS('position', 'absolute')
  expect(await placed.evaluate((link) => Number.parseFloat(link.style.left))).toBeCloseTo(
    (positions?.[0]?.x ?? 0) * 100,
    3,
  )
  await see(
    page.getByRole('region', { name: 'Plana konmamış tanklar (1)' }).getByRole('link', { name: /^LARVA-01/ }),
  ).toBeVisible()

  const headers = await (await served).allHeaders()
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  })
  // The picture was decoded by the browser, which the page's policy permits.
  await see
    .poll(() => page.locator('img[src^="blob:"]').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(3_000)
  await expectAccessible(page, 'plan', 'all')

  await page.setViewportSize(PHONE)
  await expectNoSidewaysScroll(page, 'plan')
  const size = () => page.locator('img[src^="blob:"]').evaluate((image) => image.clientWidth)
  // Before the page has taken the phone's width, the plan is as wide as before.
  await see.poll(size).toBeLessThanOrEqual(PHONE.width)
  const drawn = await size()
  await page.getByRole('button', { name: 'Yakınlaştır' }).click()
  await see.poll(size).toBeGreaterThan(drawn * 1.3)
  await expectNoSidewaysScroll(page, 'plan, zoomed in')
})
