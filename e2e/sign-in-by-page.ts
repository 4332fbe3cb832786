import type { Page } from '@playwright/test'
import { ADMIN, type Product } from './product.ts'

/** The first admin signs in as a person does, and stands on the home page. */
export async function signInByPage(page: Page, product: Product): Promise<void> {
  await page.goto(product.page)
  await page.getByLabel('E-posta').fill(ADMIN.email)
  await page.getByRole('textbox', { name: 'Şifre' }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Giriş Yap' }).click()
  await page.waitForURL('**/home')
}
