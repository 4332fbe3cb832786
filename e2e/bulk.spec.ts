import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { connectAsync } from 'mqtt'
import { expect, test } from 'vitest'
import { PAGE_OPTIONS } from './browser.ts'
import { missingReadings, postReading, readingName, type Device } from './devices.ts'
import { expectAccessible, expectNoSidewaysScroll, PHONE, wear, WIDE } from './looking.ts'
import { browser, product, runProduct } from './running-product.ts'
import { see } from './see.ts'
import { signInByPage } from './sign-in-by-page.ts'

runProduct()

/** Checks the most used themes on a phone and on a wide screen. */
async function expectGoodLooks(page: Page, what: string): Promise<void> {
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size)
    for (const theme of ['light', 'dark', 'navy'] as const) {
      await wear(page, theme)
      await expectAccessible(page, `${what} in ${theme}`, theme === 'light' ? 'all' : 'colours')
      await expectNoSidewaysScroll(page, `${what} in ${theme}`)
    }
  }
}

/** Publishes one reading as the device; resolves when it is on disk. */
async function publishReading({ code, key }: Device, measuredAt: number): Promise<void> {
  const url = `mqtt://127.0.0.1:${product.mqttPort}`
  const client = await connectAsync(url, { username: code, password: key, clientId: code }, false)
  await client.publishAsync(`dalyan/v1/${code}/measurements`, JSON.stringify({ measured_at: measuredAt, ph: 7.8 }), {
    qos: 1,
  })
  await client.endAsync()
}

test('three terminals are created from a Turkish Excel file, and the keys of the returned file work by MQTT and HTTP', async () => {
  const page = await browser.newPage({ ...PAGE_OPTIONS, reducedMotion: 'reduce', viewport: WIDE })
  await signInByPage(page, product)
  await page.goto(`${product.page}/terminals`)
  await page.getByRole('button', { name: 'CSV ile ekle' }).click()
  await page.getByLabel('Tablo').fill('Kod;Durum;Tank kodu;Renk\nb-1;Aktif;YOK;mavi')
  await see(page.getByText('0 satır hazır, 1 satırda hata var')).toBeVisible()
  await see(page.getByRole('region', { name: 'Hatalı satırlar' })).toContainText('Böyle bir tank yok.')
  await expectGoodLooks(page, 'a table with mistakes')

  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Dosya seç' }).click()
  const chooser = await choosing
  // Windows-1254: ı is FD, the rest is ASCII.
  const csv = Buffer.from(
    'Kod;Durum;Beklenen aralık (sn)\r\nB-1;Aktif;60\r\nB-2;;\r\nB-3;Aktif;30\r\n'.replaceAll('ı', 'ý'),
    'latin1',
  )
  await chooser.setFiles({ name: 'terminaller.csv', mimeType: 'text/csv', buffer: csv })
  await see(page.getByText('3 satır hazır')).toBeVisible()
  await page.getByRole('button', { name: '3 terminali oluştur' }).click()

  await see(page.getByRole('dialog', { name: '3 terminal oluşturuldu' })).toBeVisible()
  await expectGoodLooks(page, 'the keys')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Anahtar dosyasını indir' }).click()
  const keys = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n')
  expect(keys[0]).toBe('code,key')
  const devices = keys.slice(1).map((line): Device => {
    const [code = '', key = ''] = line.split(',')
    return { code, key }
  })
  expect(devices.map(({ code }) => code)).toEqual(['B-1', 'B-2', 'B-3'])
  await page.getByRole('button', { name: 'Kapat' }).click()
  await see(page.getByRole('row', { name: /B-3/ })).toContainText('Hiç bağlanmadı')

  const now = Date.now()
  const [first, second] = devices as [Device, Device]
  await publishReading(first, now)
  expect((await postReading(product, second, now))?.status).toBe(201)
  expect(
    await missingReadings(product.databaseUrl, new Set([readingName('B-1', now), readingName('B-2', now)])),
  ).toEqual([])
  await page.close()
})
