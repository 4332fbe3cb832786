import { type Branding, brandingApi } from '@dalyan/contracts/branding'
import { DALYAN } from '@dalyan/contracts/own-brand'
import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answers, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const ADDRESS = '/admin/branding-test'
const DEFAULTS_NOTE = 'Sunucudan marka bilgisi alınamadı; varsayılanlar gösteriliyor.'
const user = given.user()
const brand = (change: Partial<Branding> = {}): Branding => ({
  ...DALYAN,
  domain: { apiUrl: 'https://api.dalyan.example' },
  ...change,
})
const says = (data: Branding) => answers(brandingApi.config, { success: true, data })

test('the brand test page shows names, logos on two backgrounds, colours with their contrast, contact and address', async () => {
  server.use(says(brand({ contact: { email: 'destek@dalyan.example', phone: null, website: null } })))
  const page = renderApp(ADDRESS, { user })
  const names = within(await page.findByRole('table', { name: 'Ad biçimleri' }))
  expect(names.getAllByRole('row')).toHaveLength(9)
  expect(names.getByRole('row', { name: /uppercase/ })).toHaveTextContent('DALYAN')
  expect(page.getAllByRole('img', { name: /, Açık zeminde|, Koyu zeminde/ })).toHaveLength(14)
  expect(page.getByText('#1976D2').closest('li')).toHaveTextContent('Beyaz üzerinde 4,61:1, metin için yeterli')
  expect(page.getByText('#82B1FF').closest('li')).toHaveTextContent('metin için düşük')
  expect(page.getByText('destek@dalyan.example')).toBeVisible()
  expect(page.getByRole('row', { name: /Telefon/ })).toHaveTextContent('Tanımlı değil')
  expect(page.getByRole('link', { name: 'https://api.dalyan.example' })).toBeVisible()
  expect(page.queryByText(DEFAULTS_NOTE)).toBeNull()
})

test('the brand test page copies a name', async () => {
  const page = renderApp(ADDRESS, { user })
  await page.events.click(await page.findByRole('button', { name: 'uppercase kopyala' }))
  expect(await navigator.clipboard.readText()).toBe('DALYAN')
  expect(await page.findByText('Kopyalandı')).toBeInTheDocument()
})

test('the brand test page shows the name of a broken picture', async () => {
  const page = renderApp(ADDRESS, { user })
  fireEvent.error(await page.findByRole('img', { name: 'Küçük, Koyu zeminde' }))
  expect(await page.findByText('Küçük: resim açılamadı')).toBeVisible()
  expect(page.getByRole('img', { name: 'Küçük, Açık zeminde' })).toBeVisible()
})

test('the brand test page shows the defaults without the server, logs the failure, and can load again', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  server.use(refuses(brandingApi.config, 503, 'not_ready'))
  const page = renderApp(ADDRESS, { user })
  expect(await page.findByText(DEFAULTS_NOTE)).toBeVisible()
  expect(page.getByText('#1976D2')).toBeVisible()
  expect(warn).toHaveBeenCalledWith('branding:', expect.anything())
  warn.mockRestore()

  server.use(says(brand({ name: { ...DALYAN.name, title: 'Ege Su' } })))
  await page.events.click(page.getByRole('button', { name: 'Yeniden yükle' }))
  expect(await page.findByRole('row', { name: /title Ege Su/ })).toBeVisible()
  expect(page.queryByText(DEFAULTS_NOTE)).toBeNull()
  // In the footer; without a website it leads nowhere.
  expect(page.getByRole('contentinfo')).toHaveTextContent('Ege Su')
  expect(page.queryByRole('link', { name: 'Ege Su' })).toBeNull()
})

test('the footer names the provider, as a link where there is a website', async () => {
  server.use(says(brand({ contact: { email: null, phone: null, website: 'https://ege.example/biz' } })))
  const page = renderApp('/change-password', { user })
  const link = await page.findByRole('link', { name: 'Dalyan' })
  expect(link).toHaveAttribute('href', 'https://ege.example/biz')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
})

test('hostile values of a brand are shown as text without links', async () => {
  const long = 'Ç'.repeat(5000)
  server.use(
    says(
      brand({
        name: { ...DALYAN.name, original: '<img src=x onerror=alert(1)>', title: long },
        logo: { ...DALYAN.logo, primary: 'javascript:alert(1)', emoji: long },
        theme: { ...DALYAN.theme, primaryColor: 'red;background:url(//evil.example)' },
        contact: { email: 'a@b', phone: null, website: 'javascript:alert(1)' },
        domain: { apiUrl: 'javascript:alert(1)' },
      }),
    ),
  )
  const page = renderApp(ADDRESS, { user })
  expect(await page.findByText('<img src=x onerror=alert(1)>')).toBeVisible()
  expect(page.getByText('Renk okunamadı')).toBeVisible()
  const targets = page.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
  expect(targets.filter((target) => /script/i.test(target))).toEqual([])
})

test('the brand test page is for administrators, and the settings link to it', async () => {
  const other = renderApp(ADDRESS, { user: given.user({ role: 'operator' }) })
  await waitFor(() => expect(other.address()).toBe('/home'))
  other.unmount()
  const page = renderApp('/settings', { user })
  await page.events.click(await page.findByRole('link', { name: 'Marka testini aç' }))
  expect(await page.findByRole('heading', { level: 1, name: 'Marka Testi' })).toBeVisible()
})
