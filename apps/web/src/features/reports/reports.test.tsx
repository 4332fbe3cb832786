import { notificationsApi } from '@dalyan/contracts/notifications'
import { type ReportRecord, reportsApi } from '@dalyan/contracts/reports'
import { tanksApi } from '@dalyan/contracts/tanks'
import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { answers, recorded, refuses, server } from '../../../tests/fake-server.ts'
import { given } from '../../../tests/given.ts'
import { renderApp } from '../../../tests/render-app.tsx'

const HASH = 'ab12'.repeat(16)
const RECORD: ReportRecord = {
  number: 55,
  month: '2026-10',
  made_at: '2026-11-01T03:00:00.000Z',
  content_hash: 'cd'.repeat(32),
  previous_hash: null,
  hash: HASH,
}
const tank = given.tank()

// The first import of these modules takes longer on a busy machine than a test waits for an element.
beforeAll(() => Promise.all([import('../tanks/detail/TankDetailPage.tsx'), import('./public/ReportsTab.tsx')]))
beforeEach(() =>
  server.use(answers(tanksApi.get, tank), answers(reportsApi.list, { running: '2026-11', months: [RECORD] })),
)

const open = (more = '') =>
  renderApp(`/tanks/${tank.id}?tab=reports${more}`, { user: given.user({ role: 'customer' }) })
const months = async () => within(await screen.findByRole('tabpanel')).findAllByRole('listitem')

test('the current month is a draft, and each kept report has its number and hash', async () => {
  open()
  const [running, kept] = await months()
  expect(running).toHaveTextContent('Kasım 2026Taslak — kayıt değil')
  expect(kept).toHaveTextContent('Ekim 2026Rapor 55 · 01.11.2026 06:00 tarihinde oluşturuldu · ab12ab12ab12…')
  const buttons = within(screen.getByRole('group', { name: 'Ekim 2026 raporunu indir' })).getAllByRole('button')
  expect(buttons.map((button) => button.textContent)).toEqual(['PDF', 'XLSX'])
})

test('the QR code of a recorded report leads to its record', async () => {
  open(`&hash=${HASH}`)
  expect(await screen.findByText('Elinizdeki belge kayıtlı: rapor 55, Ekim 2026.')).toBeVisible()
})

test('a printed report that is no record is marked as such', async () => {
  open(`&hash=${'0'.repeat(64)}`)
  expect(await screen.findByText(/Bu özette kayıtlı bir rapor yok/)).toBeVisible()
})

test('a tank without kept reports says when the first one is made', async () => {
  server.use(answers(reportsApi.list, { running: '2026-11', months: [] }))
  open()
  expect(await screen.findByText('İlk rapor, bu ay bitince oluşturulur.')).toBeVisible()
})

test('a failed list can be loaded again', async () => {
  server.use(refuses(reportsApi.list, 500, 'internal'))
  open()
  expect(await screen.findByText('Raporlar yüklenemedi')).toBeVisible()
  server.use(answers(reportsApi.list, { running: '2026-11', months: [RECORD] }))
  screen.getByRole('button', { name: 'Tekrar dene' }).click()
  expect(await screen.findByText(/Rapor 55/)).toBeVisible()
})

test('the monthly report is chosen in the notification settings, which say that no mail can be sent', async () => {
  const none = { tested_at: null, last_success_at: null, last_failure_at: null, last_error: null }
  const preferences = {
    channels: { critical: [], warning: [], info: [] },
    quiet_hours: null,
    all_firms: false,
    forewarnings: 'day' as const,
    monthly_report: false,
    health: [{ ...none, channel: 'mail' as const, ready: false, reason: 'no_mail_server' as const }],
    nobody_notified: false,
    unreached_firms: [],
  }
  server.use(answers(notificationsApi.preferences, preferences))
  const saved = recorded(notificationsApi.setPreferences, { ...preferences, monthly_report: true })
  const { events } = renderApp('/profile?tab=notifications', { user: given.user({ role: 'operator' }) })
  const choice = await screen.findByRole('switch', { name: /aylık raporlarını her ayın birinde/ })
  expect(screen.getByText('Sunucuda e-posta ayarı (SMTP_URL) yok: rapor gönderilemez.')).toBeVisible()
  await events.click(choice)
  expect(saved.map(({ body }) => body)).toEqual([{ monthly_report: true }])
})
