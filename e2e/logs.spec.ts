import { settingsApi } from '@dalyan/contracts/settings'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { PAGE_OPTIONS } from './browser.ts'
import { newDevices, postReading, type Device } from './devices.ts'
import { signIn } from './users.ts'
import { browser, product, restartProduct, runProduct } from './running-product.ts'
import { see } from './see.ts'
import { signInByPage } from './sign-in-by-page.ts'

const DEVICES = 8
const EACH = 45
const SENT_EVERY_MS = 160

runProduct()

let devices: Device[]

beforeAll(async () => {
  const admin = await signIn(product)
  await admin.call(settingsApi.setTerminalCommLogging, { enabled: true })
  devices = await newDevices(product, DEVICES, 'LOG')
})

/** All devices send their readings in parallel: some fifty log entries per second. */
async function sendAll(from: number): Promise<void> {
  await Promise.all(
    devices.map(async (device) => {
      for (let n = 0; n < EACH; n += 1) {
        const answer = await postReading(product, device, from + n * 1_000)
        expect(answer?.status).toBe(201)
        await new Promise((resolve) => setTimeout(resolve, SENT_EVERY_MS))
      }
    }),
  )
}

async function storedIds(): Promise<number[]> {
  const client = new pg.Client(product.databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select id from terminal_logs order by id desc')
  await client.end()
  return rows.map(({ id }) => Number(id))
}

const shownIds = (page: Page) =>
  page.locator('[data-log]').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-log'))))

/** Compares table and API until they agree, because the table may be updated later. */
const untilAllIsShown = (page: Page) =>
  vi.waitFor(async () => expect(await shownIds(page)).toEqual(await storedIds()), { timeout: 20_000, interval: 100 })

test('a live log under load shows every entry once, newest on top, and stands still while the user scrolls', async () => {
  const page = await browser.newPage({ ...PAGE_OPTIONS, viewport: { width: 1440, height: 900 } })
  await signInByPage(page, product)
  await page.goto(`${product.page}/logs/iot?refresh=2`)
  await see(page.locator('[data-log]').first()).toBeVisible()
  await see(page.locator('[data-live="live"]')).toBeVisible()

  const there = (await storedIds()).length
  await sendAll(Date.now() - 3_600_000)
  await expect.poll(async () => (await storedIds()).length).toBe(there + DEVICES * EACH)
  await untilAllIsShown(page)
  expect(await page.getByRole('row').count()).toBeLessThanOrEqual(600)

  await page.mouse.move(700, 600)
  await page.mouse.wheel(0, 1_500)
  await see(page.getByText('Kaydırdığınız için duraklatıldı')).toBeVisible()
  const before = await shownIds(page)
  const last = devices[0]
  expect(last && (await postReading(product, last, Date.now()))?.status).toBe(201)
  await see(page.getByRole('button', { name: '1 yeni kayıt – göster' })).toBeVisible()
  expect(await shownIds(page)).toEqual(before)
  await page.getByRole('button', { name: '1 yeni kayıt – göster' }).click()
  await untilAllIsShown(page)
  await page.close()
})

test('the log says after a start that the server was killed before', async () => {
  await product.kill()
  await restartProduct()
  const { token } = await signIn(product)
  const asked = () =>
    fetch(`${product.page}/api/server-logs?include_orphans=1`, { headers: { authorization: `Bearer ${token}` } })
  await expect.poll(async () => (await asked()).text()).toContain('ended without being stopped')
})
