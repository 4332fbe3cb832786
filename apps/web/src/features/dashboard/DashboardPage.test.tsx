import {
  dashboardApi,
  type DashboardStats,
  type DashboardSummary,
  type SystemMetrics,
} from '@dalyan/contracts/dashboard'
import { homeApi } from '@dalyan/contracts/home'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answers, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const STATS: DashboardStats = {
  window_hours: 24,
  generated_at: '2026-11-20T10:00:00.000Z',
  tanks: { active: 52, inactive: 6, suspended: 2, deleted: 1, total: 60 },
  iots: { active: 36, inactive: 2, suspended: 1, unauthorized: 1, banned: 0, deleted: 0, total: 40 },
  connections: { online: 33, stale: 0, offline: 3, never: 0, total: 36 },
  users: { admin: 2, operator: 4, customer: 8, total: 14 },
  firms: { active: 5, inactive: 1, deleted: 0, total: 6 },
  range_templates: { active: 3, inactive: 0, total: 3 },
  orders: { placed: 2, confirmed: 1, shipped: 0, delivered: 9, cancelled: 0, total: 12 },
  alarms: { critical: 1, warning: 1, info: 0, total: 2, unacknowledged: 2, shelved: 0 },
  measurements: { window: 1_234_567 },
}
const SUMMARY: DashboardSummary = {
  window_hours: 24,
  from: '2026-11-19T10:00:00.000Z',
  to: '2026-11-20T10:00:00.000Z',
  measurements: { count: 1_234_567, per_hour: 51_440 },
  alarms: { critical: 1, warning: 3, info: 0, total: 4, cleared: 2 },
  tanks: {
    out: 1,
    stale: 0,
    in: 58,
    none: 1,
    total: 60,
    latest: [
      {
        tank: { id: 14, code: 'TNK-014', name: 'Levrek larva 2' },
        state: 'out',
        is_stale: false,
        open_alarms: 1,
        last_measurement: null,
      },
      {
        tank: { id: 15, code: 'TNK-015', name: 'Çipura' },
        state: 'in',
        is_stale: false,
        open_alarms: 0,
        last_measurement: null,
      },
    ],
  },
}
const METRICS: SystemMetrics = {
  generated_at: '2026-11-20T10:00:00.000Z',
  version: '1.0.0',
  uptime_seconds: 90_000,
  clock_behind_seconds: 0,
  cpu: { share: 0.234, process_share: 0.1, cores: 2 },
  memory: { used_bytes: 4e9, total_bytes: 8e9, process_bytes: 3e8 },
  disk: { used_bytes: 95e9, total_bytes: 100e9, free_bytes: 5e9, days_left: 12.7 },
  event_loop: { mean_ms: 1, p99_ms: 12, max_ms: 40 },
  database: { size_bytes: 2.4e9, connections: 14, max_connections: 60 },
  ingest: { per_second: 41.6, waiting: 3, lag_ms: 9, stored: 100, duplicates: 0, rejected: 0 },
  sockets: 4,
  mqtt_clients: 36,
}
const ROOMY = { used_bytes: 10e9, total_bytes: 100e9, free_bytes: 90e9, days_left: 12 }
const ALL_SEND = { online: 36, stale: 0, offline: 0, never: 0, total: 36 }
const SILENT = {
  id: 301,
  code: 'T-0301',
  tank: { id: 21, code: 'TNK-021', name: 'Karantina' },
  last_seen_at: new Date(Date.now() - 31 * 60_000).toISOString(),
  silent_seconds: 1860,
}

beforeEach(() => {
  server.use(
    answers(dashboardApi.stats, STATS),
    answers(dashboardApi.summary, SUMMARY),
    answers(dashboardApi.systemMetrics, METRICS),
    answers(dashboardApi.silentTerminals, { data: [SILENT] }),
    answers(
      homeApi.home,
      given.home({
        alarms: { open: 1, unacknowledged: 1, worst: [given.alarm()] },
        tanks: { total: 60, out_of_range: 1 },
      }),
    ),
  )
})

test('the dashboard shows problems first, linked to their records, and each number links to its list', async () => {
  const page = renderApp('/admin', { user: given.user() })
  const attention = await page.findByRole('region', { name: 'Dikkat gerektirenler' })
  expect(await within(attention).findByRole('link', { name: 'T-0301' })).toHaveAttribute('href', '/terminals/301')
  expect(attention).toHaveTextContent('31 dk süredir sessiz')
  const tanks = within(attention).getByRole('region', { name: /Aralık dışı/ })
  expect(within(tanks).getByRole('link', { name: 'TNK-014' })).toHaveAttribute('href', '/tanks/14')
  expect(within(tanks).queryByRole('link', { name: 'TNK-015' })).toBeNull()
  expect(within(attention).getByRole('region', { name: /1 açık alarm/ })).toBeVisible()

  const raised = within(attention).getByRole('link', { name: /4 alarm oluştu/ })
  expect(raised).toHaveTextContent('Son 24 saatte 4 alarm oluştu · 1 kritik · 2 alarm düzeldi')
  expect(raised).toHaveAttribute('href', '/alarms?tab=statistics&from=now-24h&sort=-out_seconds')

  const count = (name: RegExp) => page.getByRole('link', { name })
  expect(count(/Tanklar.*52.*52 \/ 60 aktif/)).toHaveAttribute('href', '/tanks?status=active')
  expect(count(/Terminaller.*33/)).toHaveAttribute('href', '/terminals?status=active&connection=online')
  expect(count(/Ölçüm sayısı.*1\.234\.567/)).toHaveAttribute('href', '/measurements?from=now-24h')
})

test('the state of the server has text for percentages, days until the disk is full, and a nearly full disk', async () => {
  const page = renderApp('/admin', { user: given.user() })
  const state = await page.findByRole('region', { name: 'Sunucu durumu' })
  expect(await within(state).findByText('%23')).toBeVisible()
  expect(within(state).getByRole('progressbar', { name: 'Disk' })).toHaveAttribute('aria-valuenow', '95')
  expect(state).toHaveTextContent('Neredeyse dolu')
  expect(state).toHaveTextContent('Disk ne zaman dolar12 gün sonra')
  expect(state).toHaveTextContent('saniyede 41,6')
})

test('a clock of the server that is behind is named, but not for less than a minute', async () => {
  server.use(answers(dashboardApi.systemMetrics, { ...METRICS, disk: ROOMY, clock_behind_seconds: 59 }))
  const page = renderApp('/admin', { user: given.user() })
  expect(await page.findByText('%23')).toBeVisible()
  expect(page.queryByText(/Sunucunun saati/)).toBeNull()
  page.unmount()

  server.use(answers(dashboardApi.systemMetrics, { ...METRICS, disk: ROOMY, clock_behind_seconds: 5_460 }))
  const behind = renderApp('/admin', { user: given.user() })
  expect(await behind.findByRole('alert')).toHaveTextContent('Sunucunun saati 1 sa 31 dk geri kaldı.')
})

test('a disk that is nearly full is named above everything, with what a full one means', async () => {
  server.use(answers(dashboardApi.systemMetrics, { ...METRICS, disk: ROOMY }))
  const page = renderApp('/admin', { user: given.user() })
  expect(await page.findByText('%23')).toBeVisible()
  expect(page.queryByRole('alert')).toBeNull()
  page.unmount()

  server.use(answers(dashboardApi.systemMetrics, { ...METRICS, disk: { ...ROOMY, free_bytes: 0.6e9 } }))
  const full = renderApp('/admin', { user: given.user() })
  const alert = await full.findByRole('alert')
  expect(alert).toHaveTextContent(
    /^Sunucunun diski dolmak üzere: 600\sMB boş \(100\sGB disk\)\. Dolarsa ölçümler kaydedilemez/,
  )
  expect(alert.className).toMatch(/error/i)
})

test('a card whose call failed leaves the other cards and has its own retry button', async () => {
  server.use(refuses(dashboardApi.stats, 403, 'forbidden'))
  const page = renderApp('/admin', { user: given.user() })
  const failed = await page.findByText('Bu kart yüklenemedi')
  expect(failed.closest('[role=alert]')).toHaveTextContent('Bu işlem için yetkiniz yok')
  expect(await page.findByRole('link', { name: 'TNK-014' })).toBeVisible()
  expect(await page.findByText('%23')).toBeVisible()

  await page.quiet()
  server.use(answers(dashboardApi.stats, STATS))
  await page.events.click(page.getByRole('button', { name: 'Tekrar dene' }))
  expect(await page.findByRole('link', { name: /Tanklar.*52/ })).toBeVisible()
})

describe('the message that all is well', () => {
  beforeEach(() => {
    server.use(
      answers(homeApi.home, given.home({ tanks: { total: 60 } })),
      answers(dashboardApi.silentTerminals, { data: [] }),
      answers(dashboardApi.summary, { ...SUMMARY, tanks: { ...SUMMARY.tanks, out: 0, in: 60, none: 0, latest: [] } }),
      answers(dashboardApi.stats, { ...STATS, connections: ALL_SEND }),
    )
  })
  const attention = () => screen.findByRole('region', { name: 'Dikkat gerektirenler' })

  test('shows its evidence', async () => {
    renderApp('/admin', { user: given.user() })
    expect(await screen.findByText('60 tankın hepsi aralıkta')).toBeVisible()
    expect(await attention()).toHaveTextContent(/60 \/ 60 tank izleniyor · son kontrol/)
    expect(screen.getByText('Açık alarm ve veri göndermeyen terminal yok.')).toBeVisible()
  })

  test('is absent while a tank is not watched', async () => {
    server.use(answers(homeApi.home, given.home({ tanks: { total: 60, watched: 59 } })))
    renderApp('/admin', { user: given.user() })
    expect(await screen.findByText(/1 tank izlenmiyor/)).toBeVisible()
    expect(screen.queryByText(/hepsi aralıkta/)).toBeNull()
  })

  test.each([
    [{ online: 35, never: 1 }, '35 / 36 etkin terminal veri gönderiyor.', '1 terminal henüz veri göndermedi'],
    [{ online: 34, stale: 2 }, '34 / 36 etkin terminal veri gönderiyor.', '2 terminalin verisi gecikmeli'],
  ])('is absent for terminals while %j', async (connections, text, rest) => {
    server.use(answers(dashboardApi.stats, { ...STATS, connections: { ...ALL_SEND, ...connections } }))
    renderApp('/admin', { user: given.user() })
    expect(await screen.findByText(text)).toBeVisible()
    expect(await attention()).toHaveTextContent(rest)
    expect(screen.queryByText('Bütün etkin terminaller veri gönderiyor.')).toBeNull()
    expect(screen.queryByText('Açık alarm ve veri göndermeyen terminal yok.')).toBeNull()
  })

  test('is shown for the terminals alone while a tank has a problem', async () => {
    server.use(answers(dashboardApi.summary, SUMMARY))
    renderApp('/admin', { user: given.user() })
    expect(await screen.findByText('Bütün etkin terminaller veri gönderiyor.')).toBeVisible()
    expect(await attention()).toHaveTextContent(/36 \/ 36 terminal · son kontrol/)
  })
})

test('the address has the window of the dashboard; an invalid one becomes a day', async () => {
  const page = renderApp('/admin?window_hours=6', { user: given.user() })
  expect(await page.findByText('Son 6 saat', { selector: '[role=combobox]' })).toBeVisible()
  page.unmount()
  renderApp('/admin?window_hours=7', { user: given.user() })
  expect(await screen.findByText('Son 24 saat', { selector: '[role=combobox]' })).toBeVisible()
})

test('a user who is not an administrator is sent home', async () => {
  renderApp('/admin', { user: given.user({ role: 'operator', firm: { id: 1, code: 'EGE', name: 'Ege' } }) })
  expect(await screen.findByText('Bu sayfaya erişim için yönetici yetkisi gereklidir.')).toBeVisible()
})

test('a tank that fell silent while it was out of range stays listed with that note', async () => {
  const [first, ...others] = SUMMARY.tanks.latest
  if (!first) throw new Error('no tank')
  const latest = [{ ...first, is_stale: true }, ...others]
  server.use(answers(dashboardApi.summary, { ...SUMMARY, tanks: { ...SUMMARY.tanks, latest } }))
  const page = renderApp('/admin', { user: given.user() })
  const tanks = await page.findByRole('region', { name: /Aralık dışı/ })
  await waitFor(() => expect(tanks).toHaveTextContent('TNK-014'))
  expect(tanks).toHaveTextContent('Gecikmeli, son değer aralık dışıydı')
})
