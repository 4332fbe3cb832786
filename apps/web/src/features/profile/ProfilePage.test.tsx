import { authApi, type Session, sessionsApi } from '@dalyan/contracts/auth'
import { passkeysApi } from '@dalyan/contracts/passkeys'
import { ROLE_PERMISSIONS } from '@dalyan/contracts/permissions'
import { waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answers, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

test("the profile shows the user's record and applies a chosen theme", async () => {
  const sent: unknown[] = []
  server.use(
    answers(authApi.updateTheme, ({ body }) => {
      sent.push(body)
      return { theme: 'pastel' }
    }),
  )
  const page = renderApp('/profile', { user: given.user({ role: 'customer' }) })
  expect(await page.findByRole('heading', { level: 1, name: 'Profil ve Güvenlik' })).toBeVisible()
  expect(page.getAllByText('Müşteri')).toHaveLength(2)
  expect(page.getByText('zeynep@egemavisu.example')).toBeVisible()
  expect(page.getByRole('link', { name: 'Şifre Değiştir' })).toHaveAttribute('href', '/change-password')
  await page.events.click(page.getByRole('radio', { name: 'Pastel' }))
  expect(page.getByRole('radio', { name: 'Pastel' })).toBeChecked()
  expect(document.documentElement).toHaveAttribute('data-theme', 'pastel')
  await waitFor(() => expect(sent).toEqual([{ theme: 'pastel' }]))
})

test('the profile names the permissions of each role, and the firm', async () => {
  const firm = { id: 1, code: 'EGE', name: 'Ege Mavi Su Ürünleri' }
  const roles = [
    ...given.user({ role: 'operator' }).roles,
    { name: 'denetçi', permissions: [{ name: 'reports.read' }] },
  ]
  const page = renderApp('/profile', { user: given.user({ firm, roles }) })
  const operator = within(await page.findByRole('list', { name: 'Operatör' }))
  const words = operator.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(words).toHaveLength(ROLE_PERMISSIONS.operator.length)
  expect(words.filter((word) => /[a-z]\.[a-z]/.test(word))).toEqual([])
  // An unknown permission is shown by its own name.
  expect(page.getByRole('list', { name: 'Denetçi' })).toHaveTextContent('Reports.read')
  expect(page.getByText('Ege Mavi Su Ürünleri')).toBeVisible()
})

const session = (rest: Partial<Session>): Session => ({
  id: 7,
  created_at: '2026-07-09T08:00:00.000Z',
  last_used_at: '2026-07-09T11:30:00.000Z',
  address: '192.168.1.20',
  browser: 'Firefox · Linux',
  current: false,
  push: false,
  ...rest,
})

test("the profile lists the user's sessions with their browsers, and ends each by itself", async () => {
  const all = [
    session({ id: 7, current: true }),
    session({ id: 8, browser: 'Chrome · Android', address: '10.0.0.4', push: true }),
    session({ id: 9, browser: null }),
  ]
  const ended: string[] = []
  server.use(
    answers(sessionsApi.list, () => ({ data: all.filter(({ id }) => !ended.includes(String(id))) })),
    answers(sessionsApi.end, ({ url }) => void ended.push(url.pathname.split('/').at(-1) ?? '')),
  )
  const page = renderApp('/profile', { user: given.user({ role: 'customer' }) })
  const list = within(await page.findByRole('region', { name: 'Oturumlarım' }))
  expect(await list.findByText('Bu tarayıcı')).toBeVisible()
  const lines = list.getAllByRole('listitem')
  expect(lines[0]).toHaveTextContent(/Firefox · Linux.*Çıkış Yap.*Son kullanım: 09.07.2026 14:30.*192.168.1.20/)
  expect(lines[1]).toHaveTextContent(/Chrome · Android.*Bildirim alıyor/)
  expect(lines[2]).toHaveTextContent('Bilinmeyen tarayıcı')
  await page.events.click(list.getByRole('button', { name: /^Oturumu kapat: Chrome · Android/ }))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2))
  expect(ended).toEqual(['8'])
})

test('of many sessions the profile shows five, this browser first, and all on demand', async () => {
  const all = [1, 2, 3, 4, 5, 6].map((id) => session({ id })).concat(session({ id: 7, current: true }))
  server.use(answers(sessionsApi.list, { data: all }))
  const page = renderApp('/profile', { user: given.user() })
  const list = within(within(await page.findByRole('region', { name: 'Oturumlarım' })).getByRole('list'))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(5))
  expect(list.getAllByRole('listitem')[0]).toHaveTextContent('Bu tarayıcı')
  await page.events.click(page.getByRole('button', { name: 'Tüm oturumları göster (7)' }))
  expect(list.getAllByRole('listitem')).toHaveLength(7)
  expect(page.queryByRole('button', { name: /Tüm oturumları göster/ })).toBeNull()
})

test('the profile ends all other sessions after a confirmation', async () => {
  let isAlone = false
  server.use(
    answers(sessionsApi.list, () => ({ data: [session({ current: true }), ...(isAlone ? [] : [session({ id: 8 })])] })),
    answers(sessionsApi.endOthers, () => void (isAlone = true)),
  )
  const page = renderApp('/profile', { user: given.user({ role: 'customer' }) })
  await page.events.click(await page.findByRole('button', { name: 'Diğer tüm oturumları kapat' }))
  const question = within(await page.findByRole('alertdialog', { name: 'Diğer tüm oturumlar kapatılsın mı?' }))
  expect(isAlone).toBe(false)
  await page.events.click(question.getByRole('button', { name: 'Tümünü kapat' }))
  await waitFor(() => expect(page.queryByRole('button', { name: 'Diğer tüm oturumları kapat' })).toBeNull())
  expect(isAlone).toBe(true)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A browser over HTTPS whose device answers with this credential, or fails. */
function givePasskeys(device: () => Promise<object>) {
  class FakeCredential {
    static readonly parseCreationOptionsFromJSON = (options: object) => options
    static readonly parseRequestOptionsFromJSON = (options: object) => options
    toJSON() {
      return { id: 'AAAA', type: 'public-key', response: { clientDataJSON: 'e30' } }
    }
  }
  vi.stubGlobal('PublicKeyCredential', FakeCredential)
  vi.stubGlobal('isSecureContext', true)
  vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({ create: device } as never)
  return () => Promise.resolve(new FakeCredential())
}

test('the page says why there are no passkeys where it came without HTTPS', async () => {
  vi.stubGlobal('isSecureContext', false)
  const page = renderApp('/profile', { user: given.user() })
  const card = within(await page.findByRole('region', { name: 'Geçiş anahtarları' }))
  expect(card.getByText(/yalnızca güvenli bağlantıda/)).toBeVisible()
  expect(card.queryByRole('button', { name: 'Bu cihaza geçiş anahtarı ekle' })).toBeNull()
})

test('a passkey is made of this device after the password, and a device that refuses is explained', async () => {
  const made = { id: 3, browser: 'Chrome · Android', created_at: '2026-07-09T08:00:00.000Z', last_used_at: null }
  let answer: () => Promise<object> = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  const agree = givePasskeys(() => answer())
  const sent: unknown[] = []
  let all: (typeof made)[] = []
  server.use(
    answers(passkeysApi.list, () => ({ data: all })),
    answers(passkeysApi.begin, { options: { challenge: 'AAAA' } }),
    answers(passkeysApi.create, ({ body }) => {
      sent.push(body)
      all = [made]
      return made
    }),
  )
  const page = renderApp('/profile', { user: given.user() })
  await page.events.click(await page.findByRole('button', { name: 'Bu cihaza geçiş anahtarı ekle' }))
  const dialog = within(await page.findByRole('dialog'))
  await page.events.click(dialog.getByRole('button', { name: 'Anahtarı ekle' }))
  expect(await dialog.findByLabelText(/Şifreniz/)).toBeInvalid()
  await page.events.type(dialog.getByLabelText(/Şifreniz/), 'mavi kayık 12')
  await page.events.click(dialog.getByRole('button', { name: 'Anahtarı ekle' }))
  expect(await dialog.findByText(/Geçiş anahtarı kullanılmadı/)).toBeVisible()
  expect(sent).toEqual([])
  answer = agree
  await page.events.click(dialog.getByRole('button', { name: 'Anahtarı ekle' }))
  expect(await page.findByText('Geçiş anahtarı eklendi')).toBeVisible()
  expect(sent).toMatchObject([{ password: 'mavi kayık 12', credential: { id: 'AAAA' } }])
  expect(await page.findByText('Chrome · Android')).toBeVisible()
  expect(localStorage.getItem('passkey')).toBe('1')
})
