import { perMetric } from '@dalyan/contracts/metrics'
import { wallApi, type WallTank } from '@dalyan/contracts/wall'
import { act, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { lastSocket } from '../../../tests/fake-socket.ts'
import { answers, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

// Every tile is drawn, as in a browser those near the screen are.
beforeEach(() => void vi.stubGlobal('IntersectionObserver', undefined))

const operator = given.user({ role: 'operator' })
const secondsAgo = (n: number) => new Date(Date.now() - n * 1000).toISOString()

/** A tank with fresh values inside its limits. */
function tank(id: number, code: string, part: Partial<WallTank> = {}): WallTank {
  const measured_at = secondsAgo(5)
  return given.wallTank({
    id,
    code,
    place: 'A salonu',
    lead: 'tank_temperature',
    values: {
      tank_temperature: { value: 14.3, measured_at, out: false },
      ph: { value: 7.9, measured_at, out: false },
    },
    limits: { tank_temperature: { min: 11, max: 16.5 }, ph: { min: 7.5, max: 8.4 } },
    last_measured_at: measured_at,
    ...part,
  })
}
const lowPh = (id: number, code: string, part: Partial<WallTank> = {}) => {
  const measured_at = secondsAgo(5)
  const values = {
    tank_temperature: { value: 14.3, measured_at, out: false },
    ph: { value: 6.2, measured_at, out: true },
  }
  return tank(id, code, { state: 'crit', lead: 'ph', since: secondsAgo(18 * 60), values, ...part })
}

function open(tanks: WallTank[], address = '/wall', user = operator) {
  server.use(answers(wallApi.get, given.wall({ tanks })))
  return renderApp(address, { user })
}
const codes = (page: ReturnType<typeof renderApp>) =>
  [...page.container.querySelectorAll('[data-tank]')].map((tile) => tile.getAttribute('data-tank'))

test('each tile says in words what it shows, and carries its state', async () => {
  const page = open([tank(1, 'LARVA-01'), lowPh(2, 'LARVA-02')])
  const worst = await page.findByRole('link', {
    name: 'LARVA-02, Kritik, pH düşük, pH 6,20, Tank Sıcaklığı 14,3\u00a0°C',
  })
  expect(worst).toHaveAttribute('data-state', 'crit')
  expect(worst).toHaveAttribute('href', '/tanks/2')
  expect(worst).toHaveTextContent('18 dk')
  expect(page.getByRole('link', { name: /^LARVA-01, Aralıkta/ })).toHaveAttribute('data-state', 'normal')
  expect(page.getByRole('heading', { name: 'A salonu' }).parentElement).toHaveTextContent('1 tank aralık dışında')
  expect(page.getByText('2 / 2 tank izleniyor', { exact: false })).toBeVisible()
})

test('that all tanks are in range is said only with its proof', async () => {
  const page = open([tank(1, 'A-1'), tank(2, 'A-2')])
  expect(await page.findByText('2 tankın hepsi aralıkta')).toBeVisible()
  page.unmount()
  const unwatched = { watched: 1, total: 2, checked_at: secondsAgo(1), interruption: null }
  server.use(answers(wallApi.get, given.wall({ tanks: [tank(1, 'A-1'), tank(2, 'A-2')], watch: unwatched })))
  const other = renderApp('/wall', { user: operator })
  expect(await other.findByText('1 / 2 tank izleniyor', { exact: false })).toBeVisible()
  expect(other.queryByText(/hepsi aralıkta/)).toBeNull()
})

test('a silent tank shows its age, and says that its last value was out of range', async () => {
  const old = secondsAgo(7 * 60)
  const ph = { value: 8.9, measured_at: old, out: true }
  const page = open([tank(1, 'A-1', { state: 'silent', lead: 'ph', values: { ph }, last_measured_at: old })])
  const tile = await page.findByRole('link', {
    name: 'A-1, Sessiz, pH yüksek, pH 8,90, son değeri aralık dışıydı, son veri 7 dk önce',
  })
  expect(tile).toHaveTextContent('8,90↑')
})

test('a silent tank whose last value was critical says so', async () => {
  const old = secondsAgo(7 * 60)
  const ph = { value: 11, measured_at: old, out: true }
  const part = { state: 'silent', critical: true, lead: 'ph', values: { ph }, last_measured_at: old } as const
  const page = open([tank(1, 'A-1', part)])
  const tile = await page.findByRole('link', { name: /^A-1, Sessiz, pH yüksek, pH 11,00, son değeri kritikti/ })
  expect(tile).toHaveAttribute('data-out', 'crit')
})

test('chips and the search narrow the tanks, and are part of the address', async () => {
  const page = open([tank(1, 'A-1'), lowPh(2, 'A-2'), tank(3, 'B-3', { place: 'B salonu', state: 'suspended' })])
  const chip = await page.findByRole('button', { name: '1 kritik' })
  await page.events.click(chip)
  await waitFor(() => expect(codes(page)).toEqual(['A-2']))
  expect(chip).toHaveAttribute('aria-pressed', 'true')
  expect(page.address()).toBe('/wall?state=crit')
  await page.events.click(chip)
  await page.events.type(page.getByRole('searchbox', { name: 'Tank, yer ara' }), 'b sal')
  await waitFor(() => expect(codes(page)).toEqual(['B-3']))
  await page.events.type(page.getByRole('searchbox', { name: 'Tank, yer ara' }), 'xyz')
  expect(await page.findByText('Sonuç bulunamadı')).toBeVisible()
})

test('by priority the worst tanks come first, in groups', async () => {
  const page = open(
    [tank(1, 'A-1'), tank(2, 'A-2', { state: 'silent' }), tank(3, 'A-3', { state: 'warn' }), lowPh(4, 'A-4')],
    '/wall?v=danger',
  )
  expect(await page.findByRole('heading', { name: 'Şimdi bakılacak' })).toBeVisible()
  expect(codes(page)).toEqual(['A-4', 'A-3', 'A-2', 'A-1'])
})

test('the arrow keys move between the tiles, which are one stop of the tab key, and Enter opens the tank', async () => {
  const page = open([tank(1, 'A-1'), tank(2, 'A-2')])
  const first = await page.findByRole('link', { name: /^A-1/ })
  expect(page.container.querySelectorAll('[data-tank][tabindex="0"]')).toHaveLength(1)
  act(() => first.focus())
  await page.events.keyboard('{ArrowRight}')
  const second = page.getByRole('link', { name: /^A-2/ })
  expect(second).toHaveFocus()
  expect(second).toHaveAttribute('tabindex', '0')
  expect(first).toHaveAttribute('tabindex', '-1')
  await page.events.keyboard('{Enter}')
  await waitFor(() => expect(page.address()).toBe('/tanks/2'))
})

test('a live reading moves its tile, and an alarm asks for the overview again', async () => {
  const page = open([tank(1, 'A-1'), tank(2, 'A-2')])
  const tile = await page.findByRole('link', { name: /^A-1/ })
  await page.quiet()
  server.use(answers(wallApi.get, given.wall({ tanks: [lowPh(1, 'A-1'), tank(2, 'A-2')] })))
  const at = new Date().toISOString()
  const reading = {
    iot_id: 1,
    tank_id: 1,
    measured_at: at,
    received_at: at,
    clock_skew: false,
    refused: null,
    ...perMetric(() => null),
  }
  act(() => lastSocket()?.say('tanks', 'measurement', [{ ...reading, tank_temperature: 15.1 }]))
  await waitFor(() => expect(tile).toHaveTextContent('15,1'))
  act(() => lastSocket()?.say('alarms', 'alarm', given.alarm({ tank: { id: 1, code: 'A-1', name: 'A' } })))
  await waitFor(() => expect(tile).toHaveAttribute('data-state', 'crit'))
})

test('while the server fails the old tiles stay, each with its age', async () => {
  const page = open([tank(1, 'A-1')])
  const tile = await page.findByRole('link', { name: /^A-1/ })
  await page.quiet()
  server.use(refuses(wallApi.get, 503, 'not_ready'))
  await act(() => page.cache.refetchQueries({ queryKey: ['wall'] }))
  const alert = (await page.findByText('Tanklar alınamadı')).closest('[role=alert]')
  expect(within(alert as HTMLElement).getByRole('button', { name: 'Tekrar dene' })).toBeVisible()
  await waitFor(() => expect(tile).toHaveTextContent(/\d sn/))
})

test('the display has no menu, shows what is wrong, says when the server is lost, and ends with Escape', async () => {
  const page = open([tank(1, 'A-1'), lowPh(2, 'A-2')], '/wall?v=display')
  expect(await page.findByRole('heading', { name: 'Duvar ekranı' })).toBeInTheDocument()
  await waitFor(() => expect(codes(page)).toEqual(['A-1', 'A-2']))
  expect(page.queryByRole('navigation')).toBeNull()
  expect(page.getByText('pH · sınır 7,50 · 18 dk · onay bekliyor')).toBeVisible()
  expect(page.getByText(/^Canlı/)).toBeVisible()
  await page.quiet()
  const updatedAt = Date.now() - 44_000
  act(() => void page.cache.setQueryData(['wall'], (wall: object | undefined) => wall && { ...wall }, { updatedAt }))
  expect(await page.findByText(/^Bağlantı yok · 4\d sn/)).toBeVisible()
  await page.events.keyboard('{Escape}')
  await waitFor(() => expect(page.address()).toBe('/wall'))
})

test('without tanks a manager is led to the first one, and a customer learns whose tanks are shown', async () => {
  const page = open([], '/wall', given.user())
  expect(await page.findByRole('link', { name: 'Yeni tank' })).toHaveAttribute('href', '/tanks?dialog=create')
  page.unmount()
  const own = open([], '/wall', given.user({ role: 'customer' }))
  expect(await own.findByRole('heading', { name: 'Tanklarım' })).toBeVisible()
  expect(await own.findByText('Firmanıza ait tanklar burada görünür.')).toBeVisible()
})
