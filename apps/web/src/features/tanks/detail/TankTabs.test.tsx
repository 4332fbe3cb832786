import { alarmStatisticsApi } from '@dalyan/contracts/alarm-statistics'
import { alarmsApi } from '@dalyan/contracts/alarms'
import { logsApi } from '@dalyan/contracts/logs'
import { measurementsApi } from '@dalyan/contracts/measurements'
import { perMetric } from '@dalyan/contracts/metrics'
import type { RoleName } from '@dalyan/contracts/permissions'
import { type Tank, tanksApi } from '@dalyan/contracts/tanks'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { answers, recorded, refuses, server } from '../../../../tests/fake-server.ts'
import { givenStatistics, NO_FIGURES } from '../../../../tests/given-statistics.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

const EMPTY_SERIES = {
  from: '2026-11-20T10:00:00.000Z',
  to: '2026-11-21T10:00:00.000Z',
  bucket_seconds: 0,
  times: [],
  metrics: perMetric(() => ({ min: [], avg: [], max: [] })),
}

function open(search: string, { tank = given.tank(), role = 'admin' }: { tank?: Tank; role?: RoleName } = {}) {
  server.use(answers(tanksApi.get, tank))
  return renderApp(`/tanks/${tank.id}${search}`, { user: given.user({ role }) })
}

const twoTerminals = () => {
  const tank = given.tank()
  const [first] = tank.iots
  return first
    ? { ...tank, iots: [first, { ...first, id: 215, code: 'T-0215', connection: 'offline' as const }] }
    : tank
}

// Their first import takes longer on a busy machine than a test waits for an element.
beforeAll(() => Promise.all([import('./TankDetailPage.tsx'), import('../../logs/public/EntityLogs.tsx')]))
beforeEach(() =>
  server.use(
    answers(measurementsApi.tankSeries, EMPTY_SERIES),
    answers(terminalsApi.list, given.pageOf([])),
    answers(alarmStatisticsApi.summary, givenStatistics(NO_FIGURES)),
    answers(logsApi.tank, given.pageOf([])),
  ),
)

test('a tank page has eight tabs with their counts; a user who may not read the log does not get it by its address either', async () => {
  const page = open('?tab=logs', { role: 'customer' })
  const names = () => page.getAllByRole('tab').map((tab) => tab.textContent)
  await page.findByRole('tab', { name: 'Canlı', selected: true })
  expect(names()).toEqual(['Canlı', 'Grafikler', 'Günlük', 'Alarmlar', 'Raporlar', 'Terminaller (1)', 'Bilgiler'])
})

test('the log tab of a tank shows only the entries of this tank', async () => {
  open('?tab=logs')
  expect(await screen.findByRole('tab', { name: 'Kayıtlar', selected: true })).toBeVisible()
  expect(await screen.findByText('Bu aralıkta kayıt yok')).toBeVisible()
})

test('the terminals of a tank show their connection, with links for an administrator', async () => {
  const page = open('?tab=terminals', { tank: twoTerminals() })
  const [first, second] = await within(await page.findByRole('tabpanel')).findAllByRole('listitem')
  expect(within(first ?? document.body).getByRole('link', { name: 'T-0214' })).toHaveAttribute('href', '/terminals/214')
  expect(second).toHaveTextContent('T-0215')
  expect(second).toHaveTextContent('Çevrimdışı')
  page.unmount()
  open('?tab=terminals', { tank: twoTerminals(), role: 'customer' })
  const panel = within(await screen.findByRole('tabpanel'))
  expect(await panel.findByText('T-0214')).toBeVisible()
  expect(panel.queryByRole('link', { name: 'T-0214' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Terminal(i)? (ata|ayır)/ })).toBeNull()
})

test('the last terminal of an active tank is removed only after a warning', async () => {
  const asked = recorded(tanksApi.update, given.tank({ iots: [] }))
  const { events } = open('?tab=terminals')
  await events.click(await screen.findByRole('button', { name: 'Terminali ayır: T-0214' }))
  const question = await screen.findByRole('alertdialog', { name: 'T-0214 terminali TNK-014 tankından ayrılsın mı?' })
  expect(question).toHaveTextContent('TNK-014 tankının tek terminali bu. Tank artık veri alamayacak.')
  await events.click(within(question).getByRole('button', { name: 'Terminali ayır' }))
  expect(await screen.findByText('T-0214 terminali ayrıldı')).toBeVisible()
  expect(asked.map(({ body }) => body)).toEqual([{ iot_ids: [] }])
})

test('one of two terminals is removed without a warning, and a refusal is shown in the dialog', async () => {
  server.use(refuses(tanksApi.update, 412, 'stale_edit'))
  const { events } = open('?tab=terminals', { tank: twoTerminals() })
  await events.click(await screen.findByRole('button', { name: 'Terminali ayır: T-0215' }))
  const question = await screen.findByRole('alertdialog')
  expect(question).not.toHaveTextContent('tek terminali')
  await events.click(within(question).getByRole('button', { name: 'Terminali ayır' }))
  expect(await within(question).findByRole('alert')).toHaveTextContent('Kayıt hatası')
})

test('a free terminal is assigned beside the first', async () => {
  server.use(answers(terminalsApi.list, given.pageOf([given.terminal({ id: 300, code: 'T-0300' })])))
  const asked = recorded(tanksApi.update, given.tank())
  const { events, address } = open('?tab=terminals')
  await events.click(await screen.findByRole('button', { name: 'Terminal ata' }))
  expect(address()).toBe('/tanks/14?tab=terminals&dialog=assign')
  const dialog = await screen.findByRole('dialog', { name: 'TNK-014: terminaller' })
  await events.click(within(dialog).getByRole('combobox'))
  await events.click(await screen.findByRole('option', { name: 'T-0300' }))
  await events.click(within(dialog).getByRole('button', { name: 'Değişiklikleri Kaydet' }))
  expect(await screen.findByText('Tank güncellendi')).toBeVisible()
  expect(asked.map(({ body }) => body)).toEqual([{ iot_ids: [214, 300] }])
})

test('the info tab shows the record and its last change; only users with the permission can enter a reading', async () => {
  const tank = given.tank({ notes: 'Pompa yeni', last_modified_by: { id: 3, name: 'Mert Kaya' } })
  const page = open('?tab=info', { tank, role: 'customer' })
  expect(await page.findByText('Pompa yeni')).toBeVisible()
  expect(page.getByText('Mert Kaya')).toBeVisible()
  expect(page.queryByRole('button', { name: 'Elle ölçüm ekle' })).toBeNull()
  page.unmount()
  const { events } = open('?tab=info', { tank, role: 'operator' })
  await events.click(await screen.findByRole('button', { name: 'Elle ölçüm ekle' }))
  expect(await screen.findByRole('dialog', { name: 'TNK-014: elle ölçüm ekle' })).toBeVisible()
})

test('shelved alarms are listed with the end of their shelving, without a button to acknowledge', async () => {
  const shelved = given.alarm({ shelved_until: new Date(Date.now() + 3_600_000).toISOString(), shelve_reason: 'Bakım' })
  server.use(
    answers(alarmsApi.list, ({ url }) => given.pageOf(url.searchParams.get('status') === 'shelved' ? [shelved] : [])),
  )
  open('?tab=alarms')
  const section = await screen.findByRole('region', { name: 'Ertelenenler (1)' })
  expect(section).toHaveTextContent(/pH yüksek.*Ertelendi \(bitiş \d\d\.\d\d\.\d{4} \d\d:\d\d\)/)
  expect(within(section).queryByRole('button', { name: 'Onayla' })).toBeNull()
})

test('the alarms tab shows the statistics of this tank for thirty days, with a link to all statistics', async () => {
  const asked = recorded(alarmStatisticsApi.summary, givenStatistics())
  open('?tab=alarms')
  const section = within(await screen.findByRole('region', { name: 'Son 30 gün' }))
  expect(await section.findByRole('link', { name: /^Alarm\s*12\s*3 kritik/ })).toBeVisible()
  expect(section.getByText(/^Toplam 12 alarm/)).toBeVisible()
  expect(section.getByRole('link', { name: 'Bütün istatistikler' })).toHaveAttribute(
    'href',
    '/alarms?tab=statistics&tank=14',
  )
  expect(asked.map(({ url }) => url.searchParams.get('tank_id'))).toEqual(['14'])
})

test('several returned alarms of a tank share one line with one acknowledgement, below the active ones', async () => {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const back = { state: 'rtn_unack', out_since: at(40), cleared_at: at(36) } as const
  let alarms = [
    given.alarm({ id: 1, severity: 'warning' }),
    given.alarm({ id: 2, metric: 'orp', ...back }),
    given.alarm({ id: 3, metric: 'salinity', kind: 'low', ...back, cleared_at: at(39) }),
  ]
  const sent: unknown[] = []
  server.use(
    answers(alarmsApi.list, ({ url }) => given.pageOf(url.searchParams.get('status') === 'open' ? alarms : [])),
    answers(alarmsApi.acknowledgeMany, ({ body }) => {
      sent.push(body)
      const data = alarms.slice(1)
      alarms = alarms.slice(0, 1)
      return { data, skipped: [] }
    }),
  )
  const { events } = open('?tab=alarms')
  const line = await screen.findByText('2 alarm normale döndü')
  expect(line.parentElement).toHaveTextContent('Tuzluluk düşük, ORP yüksek · en uzunu 4 dk')
  const active = screen.getByText('pH yüksek: 8,59')
  expect(active.compareDocumentPosition(line)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.queryByText('ORP yüksek')).toBeNull()
  await events.click(screen.getByRole('button', { name: 'Göster' }))
  expect(screen.getByText('ORP yüksek')).toBeVisible()
  await events.click(screen.getByRole('button', { name: 'Hepsini onayla (2)' }))
  await waitFor(() => expect(screen.queryByText('2 alarm normale döndü')).toBeNull())
  expect(sent).toEqual([{ ids: [3, 2], note: null }])
})

test('closed alarms show time, duration, limit, severity and acknowledgement, with a link to the chart', async () => {
  const over = given.alarm({
    state: 'closed',
    out_since: '2026-11-10T10:00:00.000Z',
    raised_at: '2026-11-10T10:01:00.000Z',
    cleared_at: '2026-11-10T10:40:00.000Z',
    closed_at: '2026-11-10T10:45:00.000Z',
    acknowledged_by: { id: 3, name: 'Mert Kaya' },
    note: 'Dozaj düzeltildi',
  })
  const asked: string[] = []
  server.use(
    answers(alarmsApi.list, ({ url }) => {
      if (url.searchParams.get('status') !== 'closed') return given.pageOf([])
      asked.push(`${url.searchParams.get('page')} ${url.searchParams.get('sort')}`)
      return {
        ...given.pageOf([over]),
        total: 11,
        per_page: 10,
        current_page: Number(url.searchParams.get('page')),
        last_page: 2,
      }
    }),
  )
  const { events, address } = open('?tab=alarms')
  const history = await screen.findByRole('region', { name: 'Geçmiş' })
  const line = await within(history).findByRole('listitem')
  expect(line).toHaveTextContent('pH yüksek')
  expect(line).toHaveTextContent('en yüksek 8,61 (sınır 8,30) · 10.11.2026 13:00–13:40, 40 dk')
  expect(line).toHaveTextContent('Onaylayan: Mert Kaya')
  expect(line).toHaveTextContent('Not: Dozaj düzeltildi')
  await events.click(within(history).getByRole('button', { name: /sonraki/i }))
  await screen.findByText(/^11–11/)
  expect(asked).toEqual(['1 -raised_at', '2 -raised_at'])
  await events.click(within(line).getByRole('button', { name: /^Grafikte göster: pH yüksek/ }))
  expect(address()).toBe('/tanks/14?tab=charts&from=2026-11-10T12%3A00&to=2026-11-10T14%3A40&metrics=ph')
})
