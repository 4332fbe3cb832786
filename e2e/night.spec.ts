import { alarmsApi } from '@dalyan/contracts/alarms'
import { firmsApi } from '@dalyan/contracts/firms'
import { notificationsApi, onCallApi } from '@dalyan/contracts/notifications'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailText } from '../apps/server/tests/mail-text.ts'
import { mailOf, newPhone, tokenIn } from './alarm-links.ts'
import { launchBrowser } from './browser.ts'
import { startMovedProduct, type MovedProduct } from './moved-product.ts'
import { newOperator, report, signIn, watchedTank } from './users.ts'
import { openReceivers, type Receivers } from './receivers.ts'
import { see } from './see.ts'
import { fillSignIn } from './sign-in-by-page.ts'

const MINUTE_MS = 60_000

let receivers: Receivers
let product: MovedProduct
let browser: Browser

beforeAll(async () => {
  receivers = await openReceivers()
  ;[product, browser] = await Promise.all([startMovedProduct(receivers.settings), launchBrowser()])
})

afterAll(async () => {
  await browser?.close()
  await product?.discard()
  await receivers?.close()
})

/** Quiet hours from an hour before to an hour after this moment. */
function quietNow() {
  const at = (minutes: number) => new Date(product.clock.now() + minutes * MINUTE_MS).toISOString().slice(11, 16)
  return { from: at(-60), to: at(60), time_zone: 'UTC' }
}

test('a tank goes out of range at night, and the user on call is notified, escalated and acknowledges by the link', async ({
  annotate,
}) => {
  const { smtp } = receivers
  const admin = await signIn(product)
  const firm = await admin.call(firmsApi.create, { code: 'EGE', name: 'Ege Su Ürünleri' })
  const first = await newOperator(admin, firm.id, 'Ayse Demir')
  const second = await newOperator(admin, firm.id, 'Mehmet Kaya')
  await admin.call(onCallApi.set, { data: [{ user_id: first.id }, { user_id: second.id }] }, firm.id)
  for (const user of [first, second])
    await (await signIn(product, user)).call(notificationsApi.setPreferences, { quiet_hours: quietNow() })
  const tank = await watchedTank(admin, 'TNK-014', firm.id)
  const other = await watchedTank(admin, 'TNK-015', firm.id)
  await report(product, tank, { ph: 7.9, tank_temperature: 19 })

  // A critical alarm, and one of another tank that quiet hours hold back, at the same time.
  const begun = performance.now()
  await report(product, other, { tank_temperature: 24 })
  await report(product, tank, { ph: 8.6, tank_temperature: 19 })
  await mailOf(smtp, first.email, 'pH yüksek: 8,60')
  await annotate(`the first on call had the mail after ${Math.round(performance.now() - begun)} ms`)

  product.clock.advance(5 * MINUTE_MS)
  await mailOf(smtp, first.email, 'Hatırlatma: hâlâ onaylanmadı')
  expect(smtp.mails.map(({ to }) => to)).toEqual([[first.email], [first.email]])

  product.clock.advance(5 * MINUTE_MS)
  const turn = await mailOf(smtp, second.email, 'Sıra sizde: kimse yanıtlamadı')
  expect(smtp.mails.filter(({ source }) => mailText(source).includes('sıcaklığı'))).toEqual([])

  const phone = await newPhone(browser)
  await phone.goto(`${product.page}/alarm-link#${tokenIn(turn)}`)
  await phone.getByRole('button', { name: 'Onayla' }).click()
  await see(phone.getByText(/^Onaylandı · Mehmet Kaya/)).toBeVisible()
  await phone.getByRole('link', { name: 'Grafikte göster' }).click()
  await fillSignIn(phone, second)
  await see(phone.getByText('Kaldığınız yer: TNK-014, pH yüksek')).toBeVisible()
  await phone.getByRole('button', { name: 'Devam et' }).click()
  await phone.waitForURL(/\/tanks\/\d+\?tab=charts&from=.*metrics=ph/)
  await see(phone.locator('[data-chart="ph"] canvas').first()).toBeVisible()
  await see(phone.locator('[data-alarm-state=active_ack]')).toContainText('pH yüksek')

  // The span is 0.8; this value is 25 % of it worse than at the acknowledgement.
  const woken = smtp.mails.length
  await report(product, tank, { ph: 8.9, tank_temperature: 19 })
  await mailOf(smtp, first.email, 'Belirgin biçimde kötüleşti')
  expect(smtp.mails.slice(woken).map(({ to }) => to)).toEqual([[first.email]])
  const alarms = (await admin.call(alarmsApi.list)).data
  expect(alarms.find(({ metric }) => metric === 'ph')).toMatchObject({
    state: 'active_unack',
    occurrences: 1,
    peak: 8.9,
  })

  product.clock.advance(60 * MINUTE_MS)
  const withoutSession = await newPhone(browser)
  await withoutSession.goto(`${product.page}/alarm-link#${tokenIn(turn)}`)
  await see(withoutSession.getByText('Bu bağlantının süresi dolmuş ya da geçersiz.')).toBeVisible()
})
