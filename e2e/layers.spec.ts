import type { Locator, Page } from '@playwright/test'
import { beforeAll, test } from 'vitest'
import { lookAtScreens } from './look-at-screens.ts'
import { WIDE } from './looking.ts'
import { see } from './see.ts'

const { pageFor } = lookAtScreens()
let page: Page

beforeAll(async () => {
  page = await pageFor('admin')
})

async function openTanks(): Promise<void> {
  await page.setViewportSize(WIDE)
  await page.goto('/tanks')
  await see(page.getByRole('row', { name: /TNK-001/ })).toBeVisible()
}

const layer = () => page.locator('[role=dialog], [role=alertdialog]')

async function opensAndComesBack(opener: Locator, open: () => Promise<void> = () => opener.click()): Promise<void> {
  await open()
  await see(layer()).toBeVisible()
  await see.poll(() => layer().evaluate((node) => node.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await see(layer()).toHaveCount(0)
  await see(opener).toBeFocused()
}

test('the first Tab reaches the skip link past the menu', async () => {
  await openTanks()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'İçeriğe geç' })
  await see(skip).toBeFocused()
  await see(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await see(page.locator('main')).toBeFocused()
})

test('after Esc closes a dialog, a menu or a drawer, the focus returns to the button that opened it', async () => {
  await openTanks()
  const row = page.getByRole('row', { name: /TNK-001/ })
  await opensAndComesBack(page.getByRole('button', { name: 'Yeni Tank' }))
  await opensAndComesBack(row.getByRole('button', { name: 'Düzenle: TNK-001' }))
  await opensAndComesBack(page.getByRole('button', { name: /^Hesap menüsü/ }))
  await opensAndComesBack(page.getByRole('button', { name: 'Menüyü aç' }))
  const more = row.getByRole('button', { name: 'TNK-001 için diğer işlemler' })
  await opensAndComesBack(more, async () => {
    await more.click()
    await page.getByRole('menuitem', { name: 'Sil', exact: true }).click()
  })
})

test('Esc closes the topmost layer only', async () => {
  await page.goto('/tanks?dialog=create')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Firma', exact: true }).click()
  await see(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await see(page.getByRole('listbox')).toHaveCount(0)
  await see(layer()).toBeVisible()
  await page.keyboard.press('Escape')
  await see(layer()).toHaveCount(0)
})
