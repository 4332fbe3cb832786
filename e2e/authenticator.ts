import type { Page } from '@playwright/test'
import type { Product } from './product.ts'
import { see } from './see.ts'

/** Gives a browser page a simulated device with a fingerprint reader, which accepts at once. */
export async function addAuthenticator(page: Page): Promise<void> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  await device.send('WebAuthn.addVirtualAuthenticator', { options })
}

/** Makes a passkey of this device in the profile of the signed-in user. */
export async function addPasskey(page: Page, product: Pick<Product, 'page'>, password: string): Promise<void> {
  await page.goto(`${product.page}/profile`)
  await page.getByRole('button', { name: 'Bu cihaza geçiş anahtarı ekle' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Şifreniz').fill(password)
  await dialog.getByRole('button', { name: 'Anahtarı ekle' }).click()
  await see(page.getByText('Geçiş anahtarı eklendi')).toBeVisible()
}
