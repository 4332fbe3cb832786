import type { Locator, Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { PAGE_OPTIONS } from './browser.ts'
import { browser, product, runProduct } from './running-product.ts'
import { see } from './see.ts'
import { signInByPage } from './sign-in-by-page.ts'

const MOST_TABS = 60

runProduct()

async function signedIn(): Promise<Page> {
  const page = await browser.newPage({ ...PAGE_OPTIONS, viewport: { width: 1440, height: 900 } })
  await signInByPage(page, product)
  return page
}

/** Presses Tab until the element has the focus, as a user without a mouse does. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await see(element).toBeVisible()
  for (let pressed = 0; pressed < MOST_TABS; pressed += 1) {
    if (await element.evaluate((node) => node === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`not reached with ${MOST_TABS} tabs: ${String(element)}`)
}

test('an administrator sets up a template, a terminal and a tank on the screens alone and sees the first reading', async () => {
  const page = await signedIn()

  await page.goto(`${product.page}/range-templates`)
  await page.getByRole('button', { name: 'Yeni Şablon' }).first().click()
  await page.getByLabel(/^Şablon adı/).fill('Levrek larva')
  await page.getByLabel('pH en az').fill('7,5')
  await page.getByLabel('pH en çok').fill('8.3')
  await page.getByRole('button', { name: 'Oluştur', exact: true }).click()
  await see(page.getByText('Aralık şablonu oluşturuldu')).toBeVisible()

  await page.goto(`${product.page}/terminals`)
  await page.getByRole('button', { name: 'Yeni Terminal' }).first().click()
  await page.getByLabel(/^Kod/).fill('t-0001')
  await page.getByRole('button', { name: 'Oluştur', exact: true }).click()
  const key = await page.getByRole('textbox', { name: 'Anahtar' }).innerText()
  await page.getByRole('button', { name: 'Anahtarı sakladım' }).click()

  await page.goto(`${product.page}/tanks`)
  await tabTo(page, page.getByRole('button', { name: 'Yeni Tank' }).first())
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel(/^Kod/))
  await page.keyboard.type('tnk-001')
  await tabTo(page, page.getByLabel(/^Tank adı/))
  await page.keyboard.type('Levrek larva 1')
  await tabTo(page, page.getByRole('combobox', { name: 'Aralık şablonu' }))
  await page.keyboard.type('levrek')
  await see(page.getByRole('option', { name: /Levrek larva/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('combobox', { name: 'Atanmış terminaller' }))
  await page.keyboard.type('T-0001')
  await see(page.getByRole('option', { name: 'T-0001' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('combobox', { name: 'Durum' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Oluştur', exact: true }))
  await page.keyboard.press('Enter')
  await see(page.getByText('Tank oluşturuldu')).toBeVisible()

  const sent = await fetch(`${product.page}/api/iot/measurements`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer T-0001:${key}` },
    body: JSON.stringify({ ph: 8.62 }),
  })
  expect(sent.status).toBe(201)
  const row = page.getByRole('row', { name: /TNK-001/ })
  await see(row).toContainText('Aktif')
  await see(row).toContainText('pH 8,62')
  await page.close()
})

test('a template is saved as a file, and another one is created from it', async () => {
  const page = await signedIn()
  await page.goto(`${product.page}/range-templates?dialog=view&id=1`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Dosya olarak indir' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('range-templates-levrek-larva.json')
  await page.goto(`${product.page}/range-templates?dialog=file`)
  await page.locator('input[type=file]').setInputFiles(await download.path())
  await see(page.getByLabel('pH en çok')).toHaveValue('8,30')
  await page.getByLabel(/^Şablon adı/).fill('Levrek yavru')
  await page.getByRole('button', { name: 'Oluştur', exact: true }).click()
  await see(page.getByText('Aralık şablonu oluşturuldu')).toBeVisible()
  await see(page.getByRole('row', { name: /Levrek yavru/ })).toContainText('7,50 – 8,30')
  await page.close()
})

test('a device of a LoRaWAN network is shown after its first message, is let in on the screen, and delivers', async () => {
  const page = await signedIn()
  await page.goto(`${product.page}/settings`)
  await page.getByRole('button', { name: 'Entegrasyon ekle' }).click()
  await page.getByRole('textbox', { name: /^Ad/ }).fill('Urla iskele ağı')
  await page.getByRole('dialog').getByRole('button', { name: 'Entegrasyon ekle' }).click()
  const address = await page.getByRole('textbox', { name: 'Adres' }).innerText()
  const authorization = await page.getByRole('textbox', { name: 'Başlık değeri' }).innerText()
  const send = (object: object) =>
    fetch(`${address}?event=up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ deviceInfo: { devEui: 'a84041000181c061' }, time: new Date(), data: 'AA==', object }),
    }).then((reply) => reply.json() as Promise<{ outcome: string }>)
  expect(await send({ ph: 7.81 })).toMatchObject({ outcome: 'waiting' })

  await page.goto(`${product.page}/terminals?filter_status=unauthorized`)
  await page.getByRole('button', { name: /^Yetkilendir/ }).click()
  await see(page.getByRole('alertdialog')).toContainText('A84041000181C061')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yetkilendir' }).click()
  await see(page.getByText('Terminal yetkilendirildi')).toBeVisible()
  expect(await send({ ph: 7.82 })).toMatchObject({ outcome: 'stored' })
  await page.goto(`${product.page}/terminals?search=A84041000181C061`)
  await see(page.getByRole('row', { name: /A84041000181C061/ })).toContainText('pH 7,82')
  await page.close()
})

test('list filters survive a reload and the Back button', async () => {
  const page = await signedIn()
  await page.goto(`${product.page}/terminals`)
  await page.getByRole('button', { name: /^Yetkisiz/ }).click()
  await see(page).toHaveURL(/\/terminals\?status=unauthorized$/)
  await page.reload()
  await see(page.getByRole('button', { name: /^Yetkisiz/ })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('link', { name: 'Tanklar', exact: true }).click()
  await see(page.getByRole('heading', { level: 1, name: 'Tanklar' })).toBeVisible()
  await page.goBack()
  await see(page).toHaveURL(/\/terminals\?status=unauthorized$/)
  await see(page.getByText('Sonuç bulunamadı')).toBeVisible()
  await page.close()
})

const KEPT = [
  ['/tanks?status=active', 'name', 'create', 'Tank oluştur', 'Durum: Aktif'],
  ['/terminals?connection=never', 'status', 'create', 'Terminal oluştur', 'Bağlantı: Hiç bağlanmadı'],
  ['/range-templates?active=1', 'updated_at', 'create', 'Aralık şablonu oluştur', 'Kullanımda: Kullanımda'],
  ['/firms?type=grower', 'type', 'create', 'Firma oluştur', 'Tür: Yetiştirici'],
  ['/users?created_at=2020-01-01', 'email', 'edit&id=1', /^Kullanıcıyı düzenle/, 'Oluşturulma: 01.01.2020'],
  ['/orders?status=placed', 'code', 'create', 'Yeni sipariş', 'Durum: Alındı'],
] as const

test('filter, page, sort and open dialog of every list survive a reload', async () => {
  const page = await signedIn()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (const [path, sort, dialog, title, chip] of KEPT) {
    const state = `page=2&per_page=50&sort=-${sort}`
    const address = `${product.page}${path}&${state}&dialog=${dialog}`
    const filter = path.slice(path.indexOf('?') + 1)
    for (const arrive of [() => page.goto(address), () => page.reload()]) {
      asked.length = 0
      await arrive()
      await see(page.getByRole('dialog', { name: title }), path).toBeVisible()
      await see(page.getByText(chip).first()).toBeVisible()
      expect(page.url()).toBe(address)
      await expect
        .poll(() => asked.some((url) => url.includes(`?${state}`) && url.includes(`filter_${filter}`)), {
          message: path,
        })
        .toBe(true)
    }
  }
  await page.close()
})

test('the Back button does not lose what was typed into a form', async () => {
  const page = await signedIn()
  await page.goto(`${product.page}/tanks`)
  await page.getByRole('button', { name: 'Yeni Tank' }).first().click()
  await page.getByLabel(/^Tank adı/).fill('Yarım kalan')
  await page.goBack()
  await see(page.getByRole('alertdialog', { name: 'Değişiklikler kaydedilmedi' })).toBeVisible()
  await page.getByRole('button', { name: 'Düzenlemeye dön' }).click()
  await see(page.getByLabel(/^Tank adı/)).toHaveValue('Yarım kalan')
  await page.close()
})
