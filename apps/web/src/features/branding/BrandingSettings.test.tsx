import { type Branding, brandingApi, LOGO_MAX_BYTES } from '@dalyan/contracts/branding'
import { displayLinksApi } from '@dalyan/contracts/display-links'
import { integrationsApi } from '@dalyan/contracts/integrations'
import { DALYAN } from '@dalyan/contracts/own-brand'
import { asPage } from '@dalyan/contracts/paging'
import { settingsApi } from '@dalyan/contracts/settings'
import { waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, recorded, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const user = given.user()
const brand = (change: Partial<Branding> = {}): Branding => ({
  ...DALYAN,
  domain: { apiUrl: 'https://dalyan.example' },
  ...change,
})
const EGE = brand({
  name: { ...DALYAN.name, original: 'Ege Su', title: 'Ege Su' },
  theme: { ...DALYAN.theme, primaryColor: '#00796B' },
})

beforeEach(() => {
  server.use(
    answers(settingsApi.adminSystem, given.settings()),
    answers(settingsApi.adminSelfSignup, { enabled: false }),
    answers(settingsApi.terminalCommLogging, { enabled: false }),
    answers(displayLinksApi.list, asPage([], 0, { page: 1, per_page: 200 })),
    answers(integrationsApi.list, asPage([], 0, { page: 1, per_page: 200 })),
  )
})

/** The settings page with its form of the brand. */
async function opened() {
  const page = renderApp('/settings', { user })
  const form = within(await page.findByRole('form', { name: 'Marka' }))
  async function type(field: string, text: string) {
    await page.events.clear(form.getByRole('textbox', { name: field }))
    await page.events.type(form.getByRole('textbox', { name: field }), text)
  }
  return { page, form, type, save: () => page.events.click(form.getByRole('button', { name: 'Kaydet' })) }
}

test('the brand is previewed in both themes while it is typed, and applied to the page when it is saved', async () => {
  const asked = recorded(brandingApi.update, { success: true, data: EGE })
  const { page, type, save } = await opened()
  await type('Ürün adı', 'Ege Su')
  await type('Ana renk', '#00796b')
  const preview = within(page.getByRole('region', { name: 'Önizleme' }))
  const light = within(preview.getByRole('group', { name: 'Açık temada görünüm' }))
  expect(light.getAllByText('Ege Su')).toHaveLength(2)
  expect(light.getByText('Düğme').style.backgroundColor.toUpperCase()).toBe('#00796B')
  expect(asked).toEqual([])

  await save()
  expect(await page.findByText('Marka güncellendi')).toBeVisible()
  expect(asked[0]?.body).toEqual({
    name: 'Ege Su',
    primary_color: '#00796b',
    secondary_color: '#424242',
    accent_color: '#82B1FF',
    email: null,
    phone: null,
    website: null,
  })
  await waitFor(() => expect(page.getByRole('contentinfo')).toHaveTextContent('Ege Su'))
  const worn = () => [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('')
  const wearsBrand = () => /palette-primary-main:\s*#00796B/i.test(worn() + styleRules())
  await waitFor(() => expect(wearsBrand()).toBe(true))
  expect(localStorage.getItem('brand-colours')).toBe('["#00796B","#424242","#82B1FF"]')
})

/** What emotion put into the page, by rule. */
function styleRules(): string {
  return [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText)).join('')
}

test('a brand colour with too little contrast shows its problem, is not previewed and not sent', async () => {
  const { page, form, type, save } = await opened()
  await type('Ana renk', '#FFEB3B')
  const field = form.getByRole('textbox', { name: 'Ana renk' })
  expect(field).toHaveAccessibleDescription('Bu renk zeminden yeterince ayrılmıyor (karşıtlık en az 3:1 olmalı).')
  const light = within(page.getByRole('group', { name: 'Açık temada görünüm' }))
  expect(light.getByText('Düğme').style.backgroundColor.toUpperCase()).toBe('#1976D2')
  await save()
  expect(await form.findByRole('alert')).toHaveTextContent(/^Form doğrulama hatası/)
})

test('a refused brand shows the reason at its field', async () => {
  server.use(refuses(brandingApi.update, 422, 'invalid', { website: ['Adres geçersiz.'] }))
  const { form, type, save } = await opened()
  await type('Web sitesi', 'https://ege.example')
  await save()
  await waitFor(() =>
    expect(form.getByRole('textbox', { name: 'Web sitesi' })).toHaveAccessibleDescription('Adres geçersiz.'),
  )
})

test('a logo is previewed before it is saved, and not sent when it is larger than 512 KB', async () => {
  const own = '/api/branding/logo?v=0123456789abcdef'
  const asked = recorded(brandingApi.setLogo, {
    success: true,
    data: brand({ logo: { ...DALYAN.logo, primary: own, icon: own } }),
  })
  const { page } = await opened()
  const logo = within(page.getByRole('group', { name: 'Logo' }))
  const choose = logo.getByLabelText('Logo seç', { selector: 'input' })
  await page.events.upload(choose, new File([new Uint8Array(LOGO_MAX_BYTES + 1)], 'a.png', { type: 'image/png' }))
  expect(await logo.findByRole('alert')).toHaveTextContent('Dosya 512 KB’den büyük.')
  expect(logo.queryByRole('button', { name: 'Logoyu kaydet' })).toBeNull()

  await page.events.upload(choose, new File([new Uint8Array([1, 2, 3])], 'b.png', { type: 'image/png' }))
  const save = await logo.findByRole('button', { name: 'Logoyu kaydet' })
  expect(logo.getByRole('img', { name: 'Logo, Koyu zeminde' })).toHaveAttribute('src', 'data:image/png;base64,AQID')
  expect(asked).toEqual([])
  await page.events.click(save)
  expect(await page.findByText('Logo güncellendi')).toBeVisible()
  expect(asked[0]?.body).toEqual({ image: 'AQID' })
  expect(logo.getByRole('img', { name: 'Logo, Açık zeminde' })).toHaveAttribute('src', own)
  expect(logo.getByRole('button', { name: 'Logoyu kaldır' })).toBeVisible()
})

test('the default brand is restored after a confirmation', async () => {
  let now = EGE
  let resets = 0
  server.use(
    answers(brandingApi.config, () => ({ success: true, data: now })),
    answers(brandingApi.reset, () => {
      resets += 1
      now = brand()
      return undefined
    }),
  )
  const { page, form } = await opened()
  expect(form.getByRole('textbox', { name: 'Ürün adı' })).toHaveValue('Ege Su')
  await page.events.click(form.getByRole('button', { name: 'Varsayılana dön' }))
  const question = within(await page.findByRole('alertdialog'))
  expect(resets).toBe(0)
  await page.events.click(question.getByRole('button', { name: 'Varsayılana dön' }))
  await waitFor(() => expect(page.getByRole('textbox', { name: 'Ürün adı' })).toHaveValue('Dalyan'))
  expect(resets).toBe(1)
})

test('a brand that cannot be loaded cannot be changed', async () => {
  server.use(refuses(brandingApi.config, 503, 'not_ready'))
  const page = renderApp('/settings', { user })
  expect(await page.findByText(/Sunucudan marka bilgisi alınamadı/)).toBeVisible()
  expect(page.queryByRole('form', { name: 'Marka' })).toBeNull()
})
