import type { Page } from '@playwright/test'
import { ADMIN, type Product } from './product.ts'

/** Signs in by the login page, as the first admin unless another user is named, and waits for the home page. */
export async function signInByPage(page: Page, product: Pick<Product, 'page'>, who = ADMIN): Promise<void> {
  await page.goto(product.page)
  await fillSignIn(page, who)
}

/** The same on a login page that is already open. */
export async function fillSignIn(page: Page, { email, password } = ADMIN): Promise<void> {
  await page.getByLabel('E-posta').fill(email)
  await page.getByRole('textbox', { name: 'Şifre' }).fill(password)
  await page.getByRole('button', { name: 'Giriş Yap' }).click()
  await page.waitForURL('**/home')
}
