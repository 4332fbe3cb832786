import { alarmsApi } from '@dalyan/contracts/alarms'
import { tanksApi } from '@dalyan/contracts/tanks'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answers, refuses, server } from '../../../../../tests/fake-server.ts'
import { given } from '../../../../../tests/given.ts'
import { renderApp } from '../../../../../tests/render-app.tsx'

/** A sound card that only says whether it was asked to play. */
const played = vi.fn()
class FakeAudio {
  state: AudioContextState = 'suspended'
  currentTime = 0
  destination = {}
  onstatechange: (() => void) | null = null
  async resume() {
    this.state = 'running'
    this.onstatechange?.()
  }
}
class FakeNode {
  gain = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} }
  connect(next: unknown) {
    return next
  }
  start = played
  stop() {}
}

beforeAll(() => import('./SideView.tsx'))
beforeEach(() => {
  localStorage.clear()
  played.mockClear()
  vi.stubGlobal('AudioContext', FakeAudio)
  vi.stubGlobal('OscillatorNode', FakeNode)
  vi.stubGlobal('GainNode', FakeNode)
})
afterEach(() => vi.unstubAllGlobals())

function open(search = '?view=side') {
  server.use(answers(tanksApi.get, given.tank({ values: { ph: 8.59 } })))
  return renderApp(`/tanks/14${search}`, { user: given.user({ role: 'operator' }) })
}

test('the message about a lost network stands above the side view and does not cover it', async () => {
  const page = open()
  await page.findByRole('heading', { level: 1, name: /TNK-014/ })
  act(() => void window.dispatchEvent(new Event('offline')))
  const said = (await page.findByText(/^Çevrimdışısınız/)).closest('[role=alert]')
  // No bar is above it in the side view.
  expect(said).toHaveStyle({ position: 'sticky', top: '0px' })
})

test('the side view says why the screen may turn off when the page did not come over HTTPS', async () => {
  vi.stubGlobal('isSecureContext', false)
  expect(await open().findByText('Ekranı açık tutmak için sayfayı HTTPS ile açın')).toBeVisible()
})

test('the side view shows only the tank and the time, and ends by its button and by Esc', async () => {
  const page = open('?tab=charts&view=side')
  expect(await page.findByRole('heading', { level: 1, name: 'TNK-014 · Levrek larva 2' })).toBeVisible()
  expect(page.queryByRole('navigation')).toBeNull()
  expect(page.queryByRole('button', { name: /Düzenle|Sil/ })).toBeNull()
  expect(document.querySelectorAll('[data-metric]')).toHaveLength(9)
  expect(document.querySelector('[data-metric=ph]')).toHaveTextContent('8,59')
  expect(document.querySelector('[data-live]')).not.toBeNull()
  await page.events.click(page.getByRole('button', { name: 'Tank başı görünümünden çık' }))
  expect(page.address()).toBe('/tanks/14?tab=charts')
  expect(await page.findByRole('navigation', { name: 'Ana menü' })).toBeVisible()
  await page.events.click(await page.findByRole('button', { name: 'Tank başı görünümü' }))
  expect(page.address()).toBe('/tanks/14?tab=charts&view=side')
  await page.events.keyboard('{Escape}')
  await waitFor(() => expect(page.address()).toBe('/tanks/14?tab=charts'))
})

test('the side view shows the worst alarm on top, where it is acknowledged', async () => {
  let state: 'active_unack' | 'active_ack' = 'active_unack'
  server.use(
    answers(alarmsApi.list, () => given.pageOf([given.alarm({ state })])),
    answers(alarmsApi.acknowledge, () => {
      state = 'active_ack'
      return given.alarm({ state })
    }),
  )
  const { events } = open()
  expect(await screen.findByText('pH yüksek: 8,59')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Grafikte göster' })).toBeNull()
  await events.click(screen.getByRole('button', { name: 'Onayla' }))
  expect(await screen.findByText(/Aktif, onaylandı/)).toBeVisible()
})

test('the horn is off until the user turns it on, can be silenced, and the device remembers the switch', async () => {
  server.use(answers(alarmsApi.list, given.pageOf([given.alarm()])))
  const { events } = open()
  const horn = await screen.findByRole('switch', { name: 'Sesli uyarı' })
  await screen.findByText('pH yüksek: 8,59')
  expect(horn).not.toBeChecked()
  expect(played).not.toHaveBeenCalled()
  await events.click(horn)
  expect(await screen.findByText('Sesli uyarı çalıyor')).toBeVisible()
  expect(played).toHaveBeenCalled()
  expect(localStorage.getItem('side-horn')).toBe('1')
  await events.click(screen.getByRole('button', { name: 'Sustur 10 dk' }))
  expect(await screen.findByText(/^Sesli uyarı \d\d:\d\d saatine kadar susturuldu$/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Sustur 10 dk' })).toBeNull()
})

test('the next tank opens in the side view too, in the order of the list that the user saw last', async () => {
  sessionStorage.setItem('tank-list', JSON.stringify({ search: 'levrek', sort: '-name', page: 2 }))
  const asked: string[] = []
  server.use(
    answers(tanksApi.neighbours, ({ url }) => {
      asked.push(url.search)
      return { previous: null, next: { id: 15, code: 'TNK-015', name: 'Levrek 3' }, position: 1 }
    }),
  )
  open('?tab=charts&from=now-7d&view=side')
  const next = await screen.findByRole('link', { name: 'Sonraki tank: TNK-015' })
  expect(next).toHaveAttribute('href', '/tanks/15?tab=charts&from=now-7d&to=now&view=side')
  expect(screen.getByRole('button', { name: 'Önceki tank' })).toBeDisabled()
  expect(asked).toEqual(['?sort=-name&search=levrek'])
})

test('a tank outside the last list has its neighbours by code', async () => {
  sessionStorage.setItem('tank-list', JSON.stringify({ search: 'levrek' }))
  server.use(
    answers(tanksApi.neighbours, ({ url }) =>
      url.searchParams.has('search')
        ? { previous: null, next: null, position: null }
        : { previous: { id: 13, code: 'TNK-013', name: 'Çipura' }, next: null, position: 14 },
    ),
  )
  open('')
  expect(await screen.findByRole('link', { name: 'Önceki tank: TNK-013' })).toHaveAttribute('href', '/tanks/13')
})

test('the side view of a tank that does not exist can be left', async () => {
  server.use(refuses(tanksApi.get, 404, 'not_found'))
  const { events, address } = renderApp('/tanks/99?view=side', { user: given.user() })
  expect(await screen.findByText('Kayıt bulunamadı. Silinmiş olabilir.')).toBeVisible()
  await events.click(within(document.body).getByRole('button', { name: 'Tank başı görünümünden çık' }))
  expect(address()).toBe('/tanks/99')
})
