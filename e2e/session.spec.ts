import type { Browser, BrowserContext, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { mailText } from '../apps/server/tests/mail-text.ts'
import { openSmtpServer, type SmtpServer } from '../apps/server/tests/smtp-server.ts'
import { launchBrowser } from './browser.ts'
import { postReading } from './devices.ts'
import { expectAccessible, expectNoSidewaysScroll, PHONE } from './looking.ts'
import { signIn, watchedTank } from './users.ts'
import { ADMIN, startProduct, type Product } from './product.ts'
import { see } from './see.ts'
import { signInByPage } from './sign-in-by-page.ts'

let product: Product
let browser: Browser
let smtp: SmtpServer

beforeAll(async () => {
  smtp = await openSmtpServer()
  ;[product, browser] = await Promise.all([
    startProduct(inject('databaseUrl'), { SMTP_URL: smtp.url }),
    launchBrowser(),
  ])
})

afterAll(async () => {
  await browser?.close()
  await product?.discard()
  await smtp.close()
})

async function signedIn(): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ locale: 'tr-TR', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.clock.install()
  await signInByPage(page, product)
  return { page, context }
}

/** Violations of the content security policy that the browser's console reports. */
function refusedBy(page: Page): string[] {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) refused.push(`${page.url()}: ${message.text()}`)
  })
  return refused
}

/** The titles of all tabs of the browser, also of those that Playwright does not know. */
async function titlesOfTabs(): Promise<string[]> {
  const session = await browser.newBrowserCDPSession()
  const { targetInfos } = await session.send('Target.getTargets')
  await session.detach()
  return targetInfos.filter(({ type }) => type === 'page').map(({ title }) => title)
}

test('no screen violates the content security policy', async () => {
  const { page, context } = await signedIn()
  const refused = refusedBy(page)
  const { terminal } = await watchedTank(await signIn(product), 'TNK-1')
  expect((await postReading(product, terminal, Date.now()))?.status).toBe(201)
  const lists = ['/tanks', '/terminals', '/range-templates', '/users', '/firms', '/orders']
  for (const list of lists) {
    await page.goto(product.page + list)
    await page.waitForFunction(() => '__appReady' in window)
    await page.goto(`${product.page}${list}?dialog=create`)
    await see(page.getByRole('dialog')).toBeVisible()
  }
  for (const address of ['/tanks/1', '/tanks/1?tab=charts', '/settings', '/profile', '/change-password', '/home']) {
    await page.goto(product.page + address)
    await page.waitForFunction(() => '__appReady' in window)
  }
  await page.getByRole('button', { name: /Hesap menüsü/ }).click()
  await see(page.getByRole('switch', { name: 'Ekranı Kilitle' })).toBeVisible()
  expect(refused).toEqual([])

  await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
  await see.poll(() => refused).toEqual([expect.stringContaining('style')])
  await context.close()
})

test('a middle click opens a tab that is signed in', async () => {
  const { page, context } = await signedIn()
  await page.getByRole('link', { name: 'Tanklar', exact: true }).click({ button: 'middle' })
  // The browser is asked, because Playwright does not report every tab that the browser opens by
  // itself: https://github.com/microsoft/playwright/issues/42142
  await see.poll(titlesOfTabs).toContainEqual(expect.stringMatching(/^Tanklar · /u))

  const tab = await context.newPage()
  await tab.goto(`${product.page}/tanks`)
  await see(tab.getByRole('heading', { level: 1, name: 'Tanklar' })).toBeVisible()
  await tab.reload()
  await see(tab.getByRole('heading', { level: 1, name: 'Tanklar' })).toBeVisible()

  await tab.getByRole('button', { name: /Hesap menüsü/ }).click()
  await tab.getByRole('button', { name: 'Çıkış Yap' }).click()
  await see(tab.getByText('Çıkış yapıldı')).toBeVisible()
  await see(page.getByRole('button', { name: 'Giriş Yap' })).toBeVisible()
  await context.close()
})

test('an idle session is warned and ended for good, and the home page offers to resume where it stopped', async () => {
  const { page, context } = await signedIn()
  await page.getByRole('link', { name: 'Tanklar', exact: true }).click()
  await see(page.getByRole('heading', { level: 1, name: 'Tanklar' })).toBeVisible()
  const token = await page.evaluate(() => sessionStorage.getItem('token'))

  await page.clock.fastForward('14:10')
  await see(page.getByRole('alertdialog', { name: 'Oturumunuz kapanmak üzere' })).toBeVisible()
  // Not by the mouse: its way to the button is activity already and closes the warning.
  await page.getByRole('button', { name: 'Oturumda kal' }).dispatchEvent('click')
  await see(page.getByRole('alertdialog')).toHaveCount(0)

  await page.clock.fastForward('15:01')
  await see(page.getByText('15 dakika işlem yapılmadığı için oturumunuz kapatıldı.')).toBeVisible()
  await see
    .poll(async () => {
      const answer = await fetch(`${product.page}/api/user`, { headers: { authorization: `Bearer ${token}` } })
      return answer.status
    })
    .toBe(401)

  await page.getByLabel('E-posta').fill(ADMIN.email)
  await page.getByRole('textbox', { name: 'Şifre' }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Giriş Yap' }).click()
  await page.getByRole('button', { name: 'Devam et' }).click()
  await see(page.getByRole('heading', { level: 1, name: 'Tanklar' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/tanks')
  await context.close()
})

test('an admin can switch the idle logout off for a wall screen', async () => {
  const { page, context } = await signedIn()
  await page.getByRole('button', { name: /Hesap menüsü/ }).click()
  await page.getByRole('switch', { name: 'Ekranı Kilitle' }).click()
  await see(page.getByText('Idle logout DEVRE DIŞI (kilitlendi)')).toBeVisible()
  await page.clock.fastForward('01:00:00')
  await page.reload()
  await see(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/home')
  await context.close()
})

test('the server speaks the language of the page, not of the browser', async () => {
  const context = await browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  await signInByPage(page, product)
  await page.goto(`${product.page}/change-password`)
  for (const field of ['Mevcut şifre', 'Yeni şifre', 'Yeni şifre tekrarı'])
    await page.getByRole('textbox', { name: field, exact: true }).fill('uzun-bir-sifre-7')
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/change-password'))
  await page.getByRole('button', { name: 'Şifreyi Değiştir' }).click()
  expect((await asked).headers()['accept-language']).toBe('tr')
  await see(page.getByText('Mevcut şifre hatalı.').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('tr')
  await context.close()
})

test('a forgotten password is reset on a phone by the emailed link, whose token is part of no request', async () => {
  const { page: signedInBefore, context: before } = await signedIn()
  const context = await browser.newContext({ locale: 'tr-TR', viewport: PHONE })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const looks = async (what: string) => {
    await expectAccessible(page, what, 'all')
    await expectNoSidewaysScroll(page, what)
  }
  await page.goto(product.page)
  await page.getByRole('link', { name: 'Şifremi unuttum' }).click()
  await page.getByLabel('E-posta').fill(ADMIN.email)
  await page.getByRole('button', { name: 'Bağlantı gönder' }).click()
  await see(page.getByText('E-postanıza bakın')).toBeVisible()
  await looks('the answer to a forgotten password')

  await see.poll(() => smtp.mails.length).toBe(1)
  const [, link = '', token = ''] =
    /(http:\/\/localhost:\d+\/reset-password#([\w-]{43}))/.exec(mailText(smtp.mails[0]?.source ?? '')) ?? []
  await page.goto(link)
  await see(page.getByText(`Hesap: ${ADMIN.email}`)).toBeVisible()
  for (const field of ['Yeni şifre', 'Yeni şifre tekrarı'])
    await page.getByRole('textbox', { name: field, exact: true }).fill(ADMIN.password)
  await looks('the new password')
  await page.getByRole('button', { name: 'Şifreyi kaydet' }).click()
  await see(page.getByText('Şifreniz değiştirildi.')).toBeVisible()
  await see(page.getByLabel('E-posta')).toHaveValue(ADMIN.email)
  await page.getByRole('textbox', { name: 'Şifre' }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Giriş Yap' }).click()
  await page.waitForURL('**/home')

  // Every session of the user has ended.
  await see(signedInBefore.getByRole('button', { name: 'Giriş Yap' })).toBeVisible()
  expect(token).toHaveLength(43)
  expect(asked.filter((url) => new URL(url).href.replace(new URL(url).hash, '').includes(token))).toEqual([])
  await context.close()
  await before.close()
})
