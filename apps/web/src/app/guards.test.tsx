import { type Alarm, alarmsApi } from '@dalyan/contracts/alarms'
import { authApi } from '@dalyan/contracts/auth'
import { homeApi } from '@dalyan/contracts/home'
import { tanksApi } from '@dalyan/contracts/tanks'
import { act, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refuses, server } from '../../tests/fake-server.ts'
import { lastSocket } from '../../tests/fake-socket.ts'
import { given } from '../../tests/given.ts'
import { renderApp } from '../../tests/render-app.tsx'
import { setWidth } from '../../tests/set-width.ts'
import { lastStop } from '../features/auth/public/stopped-at.ts'
import { sessionToken } from '../shared/api/session-token.ts'

beforeEach(() => server.use(answers(tanksApi.list, given.page([]))))

test('a guest who opens a protected page is sent to the login, and to that page after signing in', async () => {
  const page = renderApp('/tanks')
  expect(await page.findByRole('button', { name: 'Giriş Yap' })).toBeVisible()
  expect(page.address()).toBe('/')
  await waitFor(() => expect(document.title).toBe('Giriş · Ege Tank'))
  expect(lastStop()).toEqual({ address: '/tanks', title: '/tanks' })
})

test('a signed-in user who opens the login is sent home', async () => {
  const page = renderApp('/', { user: given.user() })
  await page.findByRole('heading', { name: /Zeynep/ })
  expect(page.address()).toBe('/home')
})

test('an address that does not exist leads home with an explanation', async () => {
  const page = renderApp('/olmayan/sayfa', { user: given.user() })
  expect(await page.findByText('Aradığınız sayfa bulunamadı, ana sayfaya yönlendirildiniz.')).toBeVisible()
  expect(page.address()).toBe('/home')
})

test('a token that the server no longer knows is removed, and the login says that the session has expired', async () => {
  sessionToken.set('1|old')
  server.use(refuses(authApi.me, 401, 'unauthenticated'))
  const page = renderApp('/tanks')
  await page.findByRole('button', { name: 'Giriş Yap' })
  expect(await page.findByText('Oturumunuzun süresi doldu. Lütfen yeniden giriş yapın.')).toBeVisible()
  expect(sessionStorage.getItem('token')).toBeNull()
  expect(localStorage.getItem('session')).toBeNull()
})

test('a server that cannot be reached leaves the token and offers to try again', async () => {
  sessionToken.set('1|good')
  server.use(refuses(authApi.me, 503, 'not_ready'))
  const page = renderApp('/tanks')
  expect(await page.findByRole('button', { name: 'Tekrar dene' })).toBeVisible()
  expect(sessionToken.get()).toBe('1|good')
  server.use(answers(authApi.me, given.user()))
  await page.events.click(page.getByRole('button', { name: 'Tekrar dene' }))
  expect(await page.findByRole('heading', { name: 'Tanklar' })).toBeVisible()
})

test('a session that ends while a page is open shows the login and says why', async () => {
  const page = renderApp('/home', { user: given.user() })
  await page.findByRole('heading', { name: /Zeynep/ })
  await page.quiet()
  server.use(refuses(homeApi.home, 401, 'unauthenticated'))
  await page.cache.refetchQueries({ queryKey: ['home'] })
  expect(await page.findByText('Oturumunuzun süresi doldu. Lütfen yeniden giriş yapın.')).toBeVisible()
  await waitFor(() => expect(page.cache.getQueryCache().findAll({ queryKey: ['home'] })).toEqual([]))
})

test('after an expired session home offers a link back to the page where it stopped', async () => {
  const page = renderApp('/tanks?search=lev', { user: given.user() })
  await page.findByRole('heading', { name: 'Tanklar' })
  server.use(refuses(tanksApi.list, 401, 'unauthenticated'))
  await page.cache.refetchQueries({ queryKey: ['tanks'] })
  await page.findByText('Oturumunuzun süresi doldu. Lütfen yeniden giriş yapın.')
  page.unmount()

  server.use(answers(tanksApi.list, given.page([])))
  const again = renderApp('/home', { user: given.user() })
  expect(await again.findByText('Kaldığınız yer: Tanklar')).toBeVisible()
  await again.events.click(again.getByRole('button', { name: 'Devam et' }))
  expect(await again.findByRole('heading', { level: 1, name: 'Tanklar' })).toBeVisible()
  expect(again.address()).toBe('/tanks?search=lev')
})

test('logging out clears the session even when the server cannot be reached', async () => {
  server.use(refuses(authApi.logout, 500, 'internal'))
  const page = renderApp('/home', { user: given.user() })
  await page.events.click(await page.findByRole('button', { name: 'Hesap menüsü: Zeynep Aydın' }))
  await page.events.click(await page.findByRole('button', { name: 'Çıkış Yap' }))
  expect(await page.findByText('Çıkış yapıldı')).toBeVisible()
  expect(await page.findByRole('button', { name: 'Giriş Yap' })).toBeVisible()
  expect(sessionToken.get()).toBeNull()
})

test.each([
  ['customer', ['Ana Sayfa']],
  ['operator', ['Alarmlar', 'Ana Sayfa', 'Ölçümler', 'Siparişler', 'Tanklar', 'Terminaller', 'Tesis', 'Vardiya']],
] as const)('the menu of the role %s has exactly the entries %j', async (role, entries) => {
  const page = renderApp('/home', { user: given.user({ role }) })
  await page.events.click(await page.findByRole('button', { name: 'Menüyü aç' }))
  const menu = await page.findByRole('dialog', { name: 'Ana menü' })
  const links = within(menu).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent).toSorted((a, b) => a.localeCompare(b, 'tr'))).toEqual(entries)
})

test('a customer reaches the tanks from home', async () => {
  const page = renderApp('/home', { user: given.user({ role: 'customer' }) })
  await page.events.click(await page.findByRole('link', { name: 'Tanklara git' }))
  expect(await page.findByRole('heading', { level: 1, name: 'Tanklar' })).toBeVisible()
})

test('the menu is in the order of the specification, and home leads to / without a new connection', async () => {
  const page = renderApp('/tanks', { user: given.user() })
  await page.events.click(await page.findByRole('button', { name: 'Menüyü aç' }))
  const menu = within(await page.findByRole('dialog', { name: 'Ana menü' }))
  const entries = await menu.findAllByRole('link')
  expect(entries.map((entry) => `${entry.getAttribute('href')} ${entry.textContent}`)).toEqual([
    '/ Ana Sayfa',
    '/wall Tesis',
    '/admin Yönetim Paneli',
    '/alarms Alarmlar',
    '/handover Vardiya',
    '/orders Siparişler',
    '/firms Firmalar',
    '/users Kullanıcılar',
    '/tanks Tanklar',
    '/terminals Terminaller',
    '/range-templates Aralık Şablonları',
    '/measurements Ölçümler',
    '/logs Kayıtlar',
    '/settings Ayarlar',
  ])
  expect(menu.getByRole('link', { current: 'page' })).toHaveTextContent('Tanklar')
  await page.quiet()
  const socket = lastSocket()
  await page.events.click(menu.getByRole('link', { name: 'Ana Sayfa' }))
  expect(await page.findByRole('heading', { name: /Zeynep/ })).toBeVisible()
  expect(page.address()).toBe('/home')
  expect(lastSocket()).toBe(socket)
  expect(page.getAllByRole('link', { current: 'page' }).map((link) => link.getAttribute('href'))).toEqual(['/'])
})

test('the fullscreen toggle is on the phone layout too', async () => {
  setWidth(360)
  Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: true })
  const page = renderApp('/change-password', { user: given.user() })
  expect(await page.findByRole('button', { name: 'Tam ekran' })).toBeVisible()
  Reflect.deleteProperty(document, 'fullscreenEnabled')
})

test('a chosen theme is applied at once, saved in the browser and sent to the server', async () => {
  const sent: unknown[] = []
  server.use(
    answers(authApi.updateTheme, ({ body }) => {
      sent.push(body)
      return { theme: 'navy' }
    }),
  )
  const page = renderApp('/home', { user: given.user() })
  await page.events.click(await page.findByRole('button', { name: /Hesap menüsü/ }))
  await page.events.click(await page.findByRole('button', { name: 'Tema' }))
  await page.events.click(await page.findByRole('radio', { name: 'Lacivert' }))
  expect(await page.findByText('Tema değiştirildi: Lacivert')).toBeVisible()
  expect(document.documentElement).toHaveAttribute('data-theme', 'navy')
  expect(localStorage.getItem('theme')).toBe('navy')
  await waitFor(() => expect(sent).toEqual([{ theme: 'navy' }]))
})

test('without a network the page says how old its values are', async () => {
  const page = renderApp('/home', { user: given.user() })
  await page.findByRole('heading', { name: /Zeynep/ })
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(await page.findByText(/^Çevrimdışısınız. Gösterilen veriler \d\d:\d\d itibarıyla.$/)).toBeVisible()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(page.queryByText(/^Çevrimdışısınız/)).toBeNull()
})

test('the top bar counts the incidents that wait for an acknowledgement', async () => {
  const alarm = { id: 1, incident_id: 1, severity: 'critical', state: 'active_unack' } as Alarm
  server.use(
    answers(alarmsApi.list, {
      data: [alarm, { ...alarm, id: 2, incident_id: 2, state: 'rtn_unack' }, { ...alarm, id: 3, state: 'active_ack' }],
      total: 3,
      current_page: 1,
      last_page: 1,
      per_page: 100,
    }),
  )
  const page = renderApp('/home', { user: given.user() })
  expect(await page.findByRole('link', { name: /^2 onay bekleyen olay/ })).toHaveTextContent('2')
})

test('a session that ended before the page was opened is explained, and home links to the page', async () => {
  sessionToken.set('1|old')
  server.use(refuses(authApi.me, 401, 'unauthenticated'))
  const page = renderApp('/tanks?search=lev')
  expect(await page.findByText('Oturumunuzun süresi doldu. Lütfen yeniden giriş yapın.')).toBeVisible()
  page.unmount()
  const again = renderApp('/home', { user: given.user() })
  await again.events.click(await again.findByRole('button', { name: 'Devam et' }))
  expect(await again.findByRole('heading', { level: 1, name: 'Tanklar' })).toBeVisible()
  expect(again.address()).toBe('/tanks?search=lev')
})

test('a temporary password leads only to the page that changes it', async () => {
  const page = renderApp('/tanks', { user: given.user({ must_change_password: true }) })
  expect(await page.findByRole('heading', { name: 'Şifre Değiştir' })).toBeVisible()
  expect(page.address()).toBe('/change-password')
  expect(page.queryByRole('button', { name: 'Menüyü aç' })).toBeNull()
  server.use(answers(authApi.changePassword, { token: '2|new' }))
  await page.events.type(page.getByLabelText(/Mevcut şifre/), 'gecici-sifre')
  await page.events.type(page.getByLabelText(/^Yeni şifre\s*\*/), 'yeni-sifre-1')
  await page.events.type(page.getByLabelText(/Yeni şifre tekrarı/), 'yeni-sifre-1')
  await page.events.click(page.getByRole('button', { name: 'Şifreyi Değiştir' }))
  expect(await page.findByRole('heading', { name: /Zeynep/ })).toBeVisible()
  expect(page.address()).toBe('/home')
  expect(page.getByRole('button', { name: 'Menüyü aç' })).toBeVisible()
})
