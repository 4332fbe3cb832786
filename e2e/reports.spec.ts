import { readFile } from 'node:fs/promises'
import { tanksApi } from '@dalyan/contracts/tanks'
import { expect, test } from 'vitest'
import { PAGE_OPTIONS } from './browser.ts'
import { expectAccessible, expectNoSidewaysScroll, PHONE, wear, WIDE } from './looking.ts'
import { browser, product, runProduct } from './running-product.ts'
import { see } from './see.ts'
import { signInByPage } from './sign-in-by-page.ts'
import { signIn } from './users.ts'

runProduct()

test('the report of the month that runs is downloaded as PDF, and the tab shows well', async () => {
  const admin = await signIn(product)
  const tank = await admin.call(tanksApi.create, { code: 'RAPOR-1', name: 'Deniz suyu tankı' })
  const page = await browser.newPage({ ...PAGE_OPTIONS, reducedMotion: 'reduce', viewport: WIDE })
  await signInByPage(page, product)
  await page.goto(`${product.page}/tanks/${tank.id}?tab=reports`)
  await see(page.getByText('Taslak — kayıt değil. Ay bitince kaydedilir.')).toBeVisible()
  // Without the file system dialog the browser saves the file to the downloads.
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^taslak_RAPOR-1_20\d\d-\d\d\.pdf$/)
  const file = await readFile(await download.path())
  expect(file.subarray(0, 8).toString()).toBe('%PDF-1.7')
  expect(file.subarray(-6).toString()).toContain('%%EOF')
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size)
    for (const theme of ['light', 'dark'] as const) {
      await wear(page, theme)
      await expectAccessible(page, `reports in ${theme}`, theme === 'light' ? 'all' : 'colours')
      await expectNoSidewaysScroll(page, `reports in ${theme}`)
    }
  }
  await page.context().close()
})
