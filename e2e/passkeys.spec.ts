import { expect, test } from 'vitest'
import { PAGE_OPTIONS } from './browser.ts'
import { addAuthenticator, addPasskey } from './authenticator.ts'
import { expectAccessible, expectNoSidewaysScroll, PHONE } from './looking.ts'
import { ADMIN } from './product.ts'
import { browser, product, runProduct } from './running-product.ts'
import { see } from './see.ts'
import { signInByPage } from './sign-in-by-page.ts'

runProduct()

test('a phone signs in by the passkey that it made, until the passkey is removed', async () => {
  const context = await browser.newContext({ ...PAGE_OPTIONS, viewport: PHONE })
  const page = await context.newPage()
  await addAuthenticator(page)
  await signInByPage(page, product)
  await addPasskey(page, product, ADMIN.password)
  await expectAccessible(page, 'profile', 'all')
  await expectNoSidewaysScroll(page, 'profile')

  /** `isForgotten`: as in a browser that never used a passkey. */
  async function signOut(isForgotten = false): Promise<void> {
    await page.evaluate((all) => {
      sessionStorage.clear()
      localStorage.removeItem('session')
      if (all) localStorage.clear()
    }, isForgotten)
    await page.goto(product.page)
  }
  const button = page.getByRole('button', { name: 'Geçiş anahtarıyla giriş' })
  await signOut(true)
  await button.click()
  await page.waitForURL('**/home')

  // The browser offers the passkey by itself, and the simulated device accepts the offer at once.
  await signOut()
  await page.waitForURL('**/home')

  await page.goto(`${product.page}/profile`)
  await page.getByRole('list', { name: 'Geçiş anahtarlarınız' }).getByRole('button').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Anahtarı kaldır' }).click()
  await see(page.getByText('Henüz geçiş anahtarınız yok.')).toBeVisible()
  await signOut(true)
  await button.click()
  await see(page.getByText('Geçiş anahtarı kabul edilmedi.', { exact: false })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  await context.close()
})
