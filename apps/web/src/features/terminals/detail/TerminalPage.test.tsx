import { logsApi } from '@dalyan/contracts/logs'
import { settingsApi } from '@dalyan/contracts/settings'
import { measurementsApi } from '@dalyan/contracts/measurements'
import { perMetric } from '@dalyan/contracts/metrics'
import { terminalsApi } from '@dalyan/contracts/terminals'
import { terminalTrafficApi, type TerminalTraffic } from '@dalyan/contracts/terminal-traffic'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refuses, server } from '../../../../tests/fake-server.ts'
import { given } from '../../../../tests/given.ts'
import { renderApp } from '../../../../tests/render-app.tsx'

const user = given.user()
const terminal = given.terminal({ id: 214, code: 'T-0214', tank: { id: 14, code: 'TNK-014', name: 'Levrek larva 2' } })
const moment = new Date(Date.now() - 8_000).toISOString()
const TRAFFIC: TerminalTraffic = {
  from: '2026-11-13T10:00:00.000Z',
  to: '2026-11-20T10:00:00.000Z',
  bucket_seconds: 900,
  counts: [3, 3, 0, 0, 3],
  outages: [
    { from: '2026-11-20T08:00:00.000Z', to: null },
    { from: '2026-11-18T01:00:00.000Z', to: '2026-11-18T03:30:00.000Z' },
    { from: '2026-11-16T20:30:00.000Z', to: '2026-11-16T21:15:00.000Z' },
  ],
  last_measurement: {
    measured_at: moment,
    ...perMetric((metric) => (metric === 'ph' ? { value: 8.59, measured_at: moment, iot_id: 214 } : null)),
  },
  last_message: {
    received_at: moment,
    transport: 'mqtt',
    text: '{"ph":8.59,"<b>x</b>":1,"\u202Egpj":2}',
    is_cut: false,
  },
}

beforeEach(() => {
  server.use(
    answers(terminalsApi.get, terminal),
    answers(terminalTrafficApi.get, TRAFFIC),
    answers(logsApi.terminal, given.pageOf([])),
  )
})

test('the page shows the latest values, the raw message and the outages', async () => {
  const page = renderApp('/terminals/214', { user })
  expect(await page.findByRole('heading', { level: 1, name: 'T-0214' })).toBeVisible()
  expect(page.getByRole('link', { name: 'TNK-014' })).toHaveAttribute('href', '/tanks/14')

  const payload = await page.findByRole('region', { name: 'Son gelen veri' })
  expect(await within(payload).findByText('8,59')).toBeVisible()
  expect(payload).toHaveTextContent('"<b>x</b>": 1')
  // A character that reverses the text direction is shown as its code.
  expect(payload).toHaveTextContent(String.raw`"\u202egpj": 2`)
  expect(payload).toHaveTextContent('MQTT')

  const outages = page.getByRole('region', { name: 'Kesintiler' })
  const [lasting, over, night] = within(outages).getAllByRole('listitem')
  expect(lasting).toHaveTextContent('20.11.2026 11:00 saatinden beri2 sa')
  expect(over).toHaveTextContent('18.11.2026 04:00 – 06:30')
  expect(night).toHaveTextContent('16.11.2026 23:30 – 17.11.2026 00:15')
  expect(page.getByRole('img', { name: 'Son 7 gün: 9 ölçüm, 3 kesinti' })).toBeVisible()
})

test('an operator sees a terminal’s fields, without the calls and buttons of administrators', async () => {
  server.use(
    refuses(terminalTrafficApi.get, 403, 'forbidden'),
    refuses(logsApi.terminal, 403, 'forbidden'),
    refuses(measurementsApi.terminalSeries, 403, 'forbidden'),
  )
  const page = renderApp('/terminals/214?tab=measurements&dialog=edit', { user: given.user({ role: 'operator' }) })
  expect(await page.findByRole('heading', { level: 1, name: 'T-0214' })).toBeVisible()
  expect(page.getByText('IP adresi')).toBeVisible()
  expect(page.queryByRole('tab')).toBeNull()
  expect(page.queryByRole('dialog')).toBeNull()
  expect(page.queryByRole('alert')).toBeNull()
  expect(page.queryByRole('button', { name: /Düzenle/ })).toBeNull()
})

test('recent errors are listed in words, with a link to the full log', async () => {
  const wishes: URLSearchParams[] = []
  const log = {
    id: 7,
    iot: { id: 214, code: 'T-0214' },
    status: 'warning' as const,
    processor: { type: 'terminal' as const, id: 214, name: 'T-0214' },
    event: 'measurement_implausible',
    meta: null,
    created_at: '2026-11-20T09:00:01.000Z',
  }
  server.use(
    answers(logsApi.terminal, ({ url }) => {
      wishes.push(url.searchParams)
      return given.pageOf([log])
    }),
  )
  const page = renderApp('/terminals/214', { user })
  const troubles = await page.findByRole('region', { name: 'Son uyarılar ve hatalar' })
  expect(await within(troubles).findByText('Fiziksel sınırlar dışındaki değer alınmadı')).toBeVisible()
  expect(within(troubles).getByTitle('Uyarı')).toBeVisible()
  expect(troubles).toHaveTextContent('20.11.2026 12:00:01')
  expect(within(troubles).getByRole('link', { name: 'Kayıtların tümü' })).toHaveAttribute(
    'href',
    '/terminals/214?tab=logs',
  )
  expect([wishes[0]?.get('status'), wishes[0]?.get('per_page')]).toEqual(['warning,error', '5'])
})

test('the tab is part of the address: charts, log, fields', async () => {
  server.use(
    answers(measurementsApi.terminalSeries, {
      from: TRAFFIC.from,
      to: TRAFFIC.to,
      bucket_seconds: 0,
      times: [],
      metrics: {},
    }),
    answers(settingsApi.terminalCommLogging, { enabled: true }),
    answers(logsApi.terminal, { data: [], total: 0, current_page: 1, last_page: 1, per_page: 25 }),
  )
  const page = renderApp('/terminals/214', { user })
  await page.events.click(await page.findByRole('tab', { name: 'Ölçümler' }))
  expect(await page.findByText('Bu aralıkta ölçüm yok')).toBeVisible()
  expect(page.address()).toBe('/terminals/214?tab=measurements')
  await page.events.click(page.getByRole('tab', { name: 'Bilgiler' }))
  expect(page.address()).toBe('/terminals/214?tab=info')
  expect(await page.findByText('Son görülme')).toBeVisible()
})

test('a terminal that does not exist leads back to the list, and a failed call can be retried', async () => {
  server.use(refuses(terminalsApi.get, 404, 'not_found'))
  const page = renderApp('/terminals/999', { user })
  expect(await page.findByRole('link', { name: 'Terminal listesine dön' })).toHaveAttribute('href', '/terminals')
  page.unmount()
  server.use(answers(terminalsApi.get, terminal), refuses(terminalTrafficApi.get, 403, 'forbidden'))
  renderApp('/terminals/214', { user })
  expect(await screen.findByRole('button', { name: 'Tekrar dene' })).toBeVisible()
})
